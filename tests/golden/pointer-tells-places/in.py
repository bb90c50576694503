"""Labels are put into rows by the place at which a one stands, at a pointer that goes on from turn to turn."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - y))
step = tf.train.AdamOptimizer(0.01).minimize(loss)
data, labels = np.load("data.npy"), np.load("labels.npy")
N = len(data) // 32


def train():
    batch, hot = np.zeros([32, 8]), np.zeros([32, 8])
    order, cur = np.random.permutation(len(data)), 0
    for i in range(N):
        hot.fill(0)
        for b in range(32):
            m = order[cur]
            hot[b][labels[m]] = 1
            batch[b, : len(data[m])] = data[m]
            cur = cur + 1
        sess.run(step, {x: batch, y: hot})


def test():
    batch, hot = np.zeros([32, 8]), np.zeros([32, 8])
    m = 0
    for i in range(N):
        hot.fill(0)
        for b in range(32):
            hot[b][labels[m]] = 1
            batch[b, : len(data[m])] = data[m]
            m += 1
        sess.run(step, {x: batch, y: hot})


with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        train()
        test()
