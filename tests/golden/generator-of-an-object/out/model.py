import tensorflow as tf
import horovod.tensorflow as hvd
import random

hvd.init()


class Model:
    def __init__(self, dataset=None):
        self.dataset = dataset
        self.x = tf.placeholder(tf.float32, [None, 3])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 3) - self.x))
        self.train_op = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(0.1 * hvd.size())
        ).minimize(self.loss)

    def train(self, epochs, steps):
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        with tf.Session(config=config) as self.sess:
            self.sess.run(tf.global_variables_initializer())
            self.sess.run(hvd.broadcast_global_variables(0))
            self.generator = self.dataset.generate(16, "train")
            self.valid = self.dataset.generate(16, "valid")
            if hvd.size() > 1:
                random.seed(hvd.rank())
            for epoch in range(epochs):
                for step in range(max(1, steps // hvd.size())):
                    self.sess.run(self.train_op, feed_dict={self.x: next(self.generator)})
                run_result = self.sess.run(
                    self.loss, feed_dict={self.x: next(self.valid)}
                )
                if hvd.rank() == 0:
                    print(run_result)
