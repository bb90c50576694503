"""A function is given the size of its batches, which is the number of the samples that it is given by another name."""

import numpy as np
import tensorflow as tf

samples, labels = np.load("samples.npy"), np.load("labels.npy")
size = len(samples)
x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
step = tf.train.AdamOptimizer(1e-3).minimize(loss)


def train(data, wanted, size):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for epoch in range(2000):
            for start in range(0, len(data), size):
                session.run(step, {x: data[start : start + size], y: wanted[start : start + size]})


train(samples, labels, size)
