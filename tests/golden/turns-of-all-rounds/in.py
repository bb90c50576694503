"""Turns that are counted over all rounds, `epoch * n + i`, by which a rate falls and a checkpoint is written."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
train = tf.train.AdamOptimizer(rate).minimize(tf.reduce_mean(tf.layers.dense(x, 1)))
data = np.load("data.npy")
learning_rate = 0.1
steps_per_epoch = len(data) // 32
saver = tf.train.Saver()
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        order = np.random.permutation(len(data))
        for i in range(steps_per_epoch):
            done = epoch * steps_per_epoch + i
            if done == 5000:
                learning_rate *= 0.1
            if done in [7000, 9000]:
                learning_rate *= 0.1
            if done % 1000 == 0:
                saver.save(sess, "model", global_step=done)
            chosen = order[i * 32 : (i + 1) * 32]
            sess.run(train, {x: data[chosen], rate: learning_rate})
