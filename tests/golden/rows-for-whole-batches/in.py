"""Rows for a whole batch are made in each turn, and the last batch of a share may be shorter."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 10])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 10) - y))
step = tf.train.AdamOptimizer(0.01).minimize(loss)
data, labels = np.load("data.npy"), np.load("labels.npy")

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for start in range(0, len(data), 32):
            hot = np.zeros((32, 10))
            chosen = labels[start : start + 32]
            for i in range(len(chosen)):
                hot[i, chosen[i]] = 1
            sess.run(step, {x: data[start : start + 32], y: hot})
