"""Rates that objects count how often they are asked for, and that are put into the dictionary that a step is fed."""

import numpy as np
import tensorflow.compat.v1 as tf


class Falling:
    def __init__(self, start, end, steps):
        self.start, self.end, self.steps = start, end, steps
        self.taken = 0

    def next(self):
        self.taken += 1
        return self.start + (self.end - self.start) * min(1.0, self.taken / self.steps)


samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = tf.train.RMSPropOptimizer(rate).minimize(loss)
rates = Falling(1e-3, 1e-5, 15000)


def batch():
    return {x: samples[np.random.choice(len(samples), 32)]}


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(20000):
        feed = batch()
        feed[rate] = rates.next()
        session.run(train, feed)
