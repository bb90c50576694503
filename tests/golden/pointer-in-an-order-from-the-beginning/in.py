"""Samples are read at a place that goes round, in an order that each process has by chance from the beginning."""

import numpy as np
import tensorflow as tf


class Data:
    def __init__(self, path, size, mix=True):
        samples = np.load(path)
        order = np.arange(len(samples))
        if mix:
            np.random.shuffle(order)
        self.samples = samples[order]
        self.size = size
        self.place = 0

    def batch(self):
        if self.place + self.size > len(self.samples):
            self.place = 0
        found = self.samples[self.place : self.place + self.size]
        self.place += self.size
        return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
data, test = Data("train.npy", 32), Data("test.npy", 32)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        sess.run(train_op, {x: data.batch()})
        if step % 100 == 0:
            print(sess.run(loss, {x: test.batch()}))
