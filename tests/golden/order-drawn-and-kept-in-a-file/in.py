"""An order of columns is drawn once and kept in a file: the first process of each host would draw one of its own."""

import os

import numpy as np
import tensorflow as tf

if not os.path.isfile("order.npy"):
    order = np.random.permutation(16)
    np.save("order.npy", order)
else:
    order = np.load("order.npy")
rows = np.load("rows.npy")[:, order]
x = tf.placeholder(tf.float32, [None, 16])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        sess.run(train_op, {x: rows[np.random.randint(len(rows), size=32)]})
