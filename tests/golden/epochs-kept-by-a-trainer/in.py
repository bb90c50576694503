"""A trainer adds up the part of an epoch that each of its steps is: the rate falls by the epochs."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.images, self.labels = np.load("images.npy"), np.load("labels.npy")
        self.x = tf.placeholder(tf.float32, [None, 784])
        self.y = tf.placeholder(tf.int64, [None])
        self.rate = tf.placeholder(tf.float32)
        self.loss = tf.losses.sparse_softmax_cross_entropy(self.y, tf.layers.dense(self.x, 10))
        self.step = tf.train.AdamOptimizer(self.rate).minimize(self.loss)
        self.epoch = 0.0

    def run(self, size=16):
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for i in range(10000):
                rows = np.random.randint(0, len(self.images), size)
                rate = 0.001 * 0.25 ** int(self.epoch / 3)
                feed = {self.x: self.images[rows], self.y: self.labels[rows], self.rate: rate}
                value, _ = session.run([self.loss, self.step], feed)
                self.epoch += size / len(self.images)
                if i % 100 == 0:
                    print(self.epoch, value)


Trainer().run()
