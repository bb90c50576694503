"""Functions of NumPy that are imported by their names: orders that each process draws, and an array of losses for each turn."""

import tensorflow as tf
from numpy import load, minimum, zeros
from numpy.random import shuffle


class Data:
    def __init__(self, path):
        self.samples = list(load(path))
        self.place = 0
        shuffle(self.samples)

    def batch(self, size):
        if self.place + size > len(self.samples):
            self.place = 0
            shuffle(self.samples)
        found = self.samples[self.place : self.place + size]
        self.place += size
        return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
data, samples = Data("train.npy"), load("others.npy")
epochs, steps = 10, 500
shape = (epochs, steps)
losses = zeros(shape)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(epochs):
        for step in range(steps):
            losses[epoch, step], _ = sess.run([loss, train_op], {x: data.batch(32)})
        print(epoch, losses[epoch].mean())
    for start in range(0, len(samples), 32):
        end = minimum(start + 32, len(samples))
        sess.run(train_op, {x: samples[start:end]})
