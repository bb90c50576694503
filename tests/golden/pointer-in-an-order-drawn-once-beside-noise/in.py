"""Samples are read at a place that goes round, in an order that is drawn once, beside noise that is drawn for each batch."""

import numpy as np
import tensorflow as tf


class Data:
    def __init__(self, path, size):
        self.samples = np.load(path)
        self.order = np.random.permutation(len(self.samples))
        self.size = size
        self.place = 0

    def batch(self):
        if self.place + self.size > len(self.samples):
            self.place = 0
        found = self.samples[self.order[self.place : self.place + self.size]]
        found = found + np.random.normal(0, 0.1, found.shape)
        self.place += self.size
        return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
data = Data("train.npy", 32)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for step in range(len(data.samples) // 32):
            sess.run(train_op, {x: data.batch()})
