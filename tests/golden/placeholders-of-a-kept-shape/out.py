import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

pictures = np.load("pictures.npy")


class Stylist:
    def __init__(self, size, shape):
        self.size = size
        self.shape = (size,) + shape
        self.pictures = tf.placeholder(tf.float32, shape=self.shape)
        self.loss = tf.reduce_mean(tf.square(tf.layers.conv2d(self.pictures, 3, 3)))

    def train(self, epochs):
        step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(
            self.loss
        )
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        with tf.Session(config=config) as session:
            session.run(tf.global_variables_initializer())
            session.run(hvd.broadcast_global_variables(0))
            shard = slice(hvd.rank(), len(pictures) // hvd.size() * hvd.size(), hvd.size())
            for epoch in range(epochs):
                for start in range(0, max(1, len(pictures) // hvd.size()), self.size):
                    step.run(
                        feed_dict={
                            self.pictures: pictures[shard][start : start + self.size]
                        }
                    )


Stylist(4, (256, 256, 3)).train(2)
