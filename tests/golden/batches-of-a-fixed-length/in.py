"""Batches for a placeholder that takes a fixed number of samples: a share of them may end with fewer, which is asked."""

import numpy as np
import tensorflow as tf

batch_size = 16
photos = np.load("photos.npy")
x = tf.placeholder(tf.float32, [batch_size, 32, 32, 3])
train_op = tf.train.AdamOptimizer(0.001).minimize(tf.reduce_mean(tf.layers.conv2d(x, 1, 3) ** 2))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        for start in range(0, len(photos), batch_size):
            sess.run(train_op, {x: photos[start : start + batch_size]})
