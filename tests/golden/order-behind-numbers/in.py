"""A loop runs over numbers of samples, and the function that gives them orders the samples beside."""
import numpy as np
import tensorflow as tf


class Samples:
    def __init__(self, x):
        self.x = x
        self.length = len(x)

    def batches(self, size):
        order = np.arange(self.length)
        np.random.shuffle(order)
        self.x = self.x[order]
        return np.split(np.arange(self.length // size * size), self.length // size)

    def read(self, numbers):
        return self.x[numbers]


x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 4) - x))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
samples = Samples(np.load("samples.npy"))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        batches = samples.batches(32)
        for numbers in batches:
            sess.run(train_op, {x: samples.read(numbers)})
