"""Two loops hand the batches of their turns to one method that takes the step: both take turns, in one order."""

import numpy as np
import tensorflow.compat.v1 as tf


class Net:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.loss = tf.reduce_mean(tf.layers.dense(self.x, 1) ** 2)
        self.op = tf.train.AdamOptimizer(0.001).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def shuffle(self, data):
        np.random.shuffle(data)

    def get(self, data, i):
        return data[i * 32 : (i + 1) * 32]

    def step(self, batch):
        self.sess.run(self.op, {self.x: batch})

    def fit(self, data, more):
        for _ in range(5):
            self.shuffle(data)
            for i in range(len(data) // 32):
                part = self.get(data, i)
                self.step(part)
        for _ in range(2):
            self.shuffle(more)
            for i in range(len(more) // 32):
                batch = self.get(more, i)
                self.step(batch)


Net().fit(np.load("a.npy"), np.load("b.npy"))
