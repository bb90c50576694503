"""Loops within loops that are left at a number of steps, where an option sets one."""

import numpy as np
import tensorflow as tf
data = np.load("x.npy")
x = tf.placeholder(tf.float32, [None, 4])
op = tf.train.AdamOptimizer(1e-4).minimize(tf.reduce_mean(tf.layers.dense(x, 2)))
flags = tf.app.flags
flags.DEFINE_integer("max_steps", None, "")
F = flags.FLAGS
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    for epoch in range(10):
        np.random.shuffle(data)
        for k in range(0, len(data), 32):
            sess.run(op, feed_dict={x: data[k:k + 32]})
            step += 1
            if F.max_steps and step >= F.max_steps:
                break
        if F.max_steps and step >= F.max_steps:
            break
