"""The balance of a BEGAN, whose new value has a name of its own before it is clipped, and begins under a condition."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
images, weight = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32)
made = tf.layers.dense(images, 8)
real, fake = tf.reduce_mean(images**2), tf.reduce_mean((made - images) ** 2)
step = tf.train.AdamOptimizer(0.001).minimize(real - weight * fake)
x = np.load("x.npy")
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(10000):
        if turn == 0:
            balance = 0.0
        batch = x[np.random.choice(len(x), 32)]
        _, one, other = session.run([step, real, fake], {images: batch, weight: balance})
        moved = balance + 0.001 * (0.5 * one - other)
        balance = np.clip(moved, 0.0, 1.0)
