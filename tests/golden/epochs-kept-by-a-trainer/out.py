"""A trainer adds up the part of an epoch that each of its steps is: the rate falls by the epochs."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Trainer:
    def __init__(self):
        self.images, self.labels = np.load("images.npy"), np.load("labels.npy")
        self.x = tf.placeholder(tf.float32, [None, 784])
        self.y = tf.placeholder(tf.int64, [None])
        self.rate = tf.placeholder(tf.float32)
        self.loss = tf.losses.sparse_softmax_cross_entropy(self.y, tf.layers.dense(self.x, 10))
        self.step = hvd.DistributedOptimizer(
            tf.train.AdamOptimizer(self.rate * hvd.size())
        ).minimize(self.loss)
        self.epoch = 0.0

    def run(self, size=16):
        config = tf.ConfigProto()
        config.gpu_options.visible_device_list = str(hvd.local_rank())
        with tf.Session(config=config) as session:
            session.run(tf.global_variables_initializer())
            session.run(hvd.broadcast_global_variables(0))
            for i in range(max(1, 10000 // hvd.size())):
                rows = np.random.randint(0, len(self.images), size)
                rate = 0.001 * 0.25 ** int(self.epoch / 3)
                feed = {self.x: self.images[rows], self.y: self.labels[rows], self.rate: rate}
                value, _ = session.run([self.loss, self.step], feed)
                self.epoch += size / len(self.images) * hvd.size()
                if i % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
                    print(self.epoch, value)


Trainer().run()
