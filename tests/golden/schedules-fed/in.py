"""Rates that TensorFlow computes from what a session is fed: the pass over the data, or a count of the steps."""

import numpy as np
import tensorflow as tf

data = np.load("signals.npy")
x = tf.placeholder(tf.float32, [None, 8])
turn = tf.placeholder(tf.int32, [])
count = tf.placeholder_with_default(0, [])
slow = tf.train.exponential_decay(0.1, turn, 10, 0.9)
quick = tf.train.cosine_decay(0.1, count, 1000)
squares = tf.layers.dense(x, 1) ** 2
first = tf.train.MomentumOptimizer(slow, 0.9).minimize(tf.reduce_mean(squares))
second = tf.train.AdamOptimizer(quick).minimize(tf.reduce_sum(squares))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    step = 0
    for epoch in range(12):
        for i in range(len(data) // 32):
            batch = data[i * 32 : (i + 1) * 32]
            sess.run(first, {x: batch, turn: epoch})
            sess.run(second, {x: batch, count: step})
            step += 1
