"""Chance makes the samples of each epoch, and how many there are: all processes make the same, and share the places."""

import numpy as np
import tensorflow as tf

nodes = np.load("nodes.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)


def chosen():
    found = []
    for node in nodes:
        if np.random.rand() < 0.5:
            found.append(node)
    return found


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        samples = chosen()
        starts = list(range(0, len(samples), 32))
        np.random.shuffle(starts)
        for start in starts:
            sess.run(train_op, {x: samples[start:start + 32]})
