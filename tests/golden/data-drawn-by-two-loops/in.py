"""Two trainings that draw their samples by chance: the first decides nothing for the second."""

import numpy as np
import tensorflow as tf

images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 784])
y = tf.layers.dense(x, 1)
first = tf.train.AdamOptimizer(1e-4).minimize(tf.reduce_mean(y))
second = tf.train.AdamOptimizer(1e-4).minimize(tf.reduce_mean(y**2))

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(100):
        batch = images[np.random.choice(len(images), 32)]
        sess.run(first, {x: batch})
    for _ in range(1000):
        batch = images[np.random.choice(len(images), 32)]
        sess.run(second, {x: batch})
