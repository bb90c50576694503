"""A second training begins at an epoch that a turn is divided for, and something is told by a share of all turns."""

import numpy as np
import tensorflow as tf

x_data = np.load("x.npy")
per_epoch = len(x_data) // 32
x = tf.placeholder(tf.float32, [None, 4])
y = tf.layers.dense(x, 1)
loss, extra = tf.reduce_mean(y), tf.reduce_mean(y**2)
first = tf.train.AdamOptimizer(0.01).minimize(loss)
second = tf.train.AdamOptimizer(0.01).minimize(extra)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(per_epoch * 10):
        batch = x_data[np.random.randint(len(x_data), size=32)]
        sess.run(first, {x: batch})
        if step // per_epoch >= 3:
            sess.run(second, {x: batch})
        if step / (per_epoch * 10) > 0.9:
            print("nearly done", step)
