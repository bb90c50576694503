"""Rates that change at turns which stand in lists and dictionaries, and turns that choose samples, which stay."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
out = tf.layers.dense(x, 1)
train = tf.train.AdamOptimizer(rate).minimize(tf.reduce_mean(out))
data = np.load("data.npy")
left_out = [3, 5]
milestones = [40000, 80000]
warmed_up = {500: 0.2, 2000: 0.3}
learning_rate = 0.1
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(100000):
        batch = data[np.random.choice(len(data), 32)]
        if step in milestones:
            learning_rate *= 0.1
        if step in warmed_up:
            learning_rate = warmed_up[step]
        if step in (1000, 10000):
            saver.save(sess, "model", global_step=step)
        if step not in left_out:
            sess.run(train, {x: batch, rate: learning_rate})
