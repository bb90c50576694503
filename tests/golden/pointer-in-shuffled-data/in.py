"""Samples are read at a place that goes on, in an order that each process has by chance, from the beginning and after each pass."""

import numpy as np
import tensorflow as tf


class Data:
    def __init__(self, path):
        self.samples = list(np.load(path))
        self.place = 0
        np.random.shuffle(self.samples)

    def batch(self, size):
        if self.place + size > len(self.samples):
            self.place = 0
            np.random.shuffle(self.samples)
        found = self.samples[self.place : self.place + size]
        self.place += size
        return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
data, test = Data("train.npy"), Data("test.npy")

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        sess.run(train_op, {x: data.batch(32)})
        if step % 100 == 0:
            print(sess.run(loss, {x: test.batch(32)}))
