"""Which of several train ops a step runs is told by its number, which is the same in all processes."""

import numpy as np
import tensorflow as tf

updates = []
x = tf.placeholder(tf.float32, [None, 8])
optimizer = tf.train.AdamOptimizer(0.01)
for width in (10, 20):
    updates.append(optimizer.minimize(tf.reduce_mean(tf.square(tf.layers.dense(x, width)))))

samples = np.load("samples.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(10000):
        k = step % 2
        chosen = np.random.randint(0, len(samples), 32)
        sess.run(updates[k], {x: samples[chosen]})
