"""Rounds and turns that are numbered from one, `(epoch - 1) * n + turn - 1`, with rates and checkpoints by the turn of all."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

samples = np.load("samples.npy")
batches = len(samples) // 32
x, rate = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32)
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 4) - x))
train_op = tf.train.AdamOptimizer(rate).minimize(loss)
saver = tf.train.Saver()
losses = np.zeros((20, batches))
learning_rate, fall = 0.01, 0.01 / 5000
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(1, 20 + 1):
        order = np.random.permutation(len(samples))
        for turn in range(1, batches + 1):
            chosen = order[(turn - 1) * 32 : turn * 32]
            done = (epoch - 1) * batches + turn - 1
            value, _ = session.run([loss, train_op], {x: samples[chosen], rate: learning_rate})
            losses[epoch - 1, turn - 1] = value
            if done == 3000:
                learning_rate *= 0.5
            if (done + 1) % 500 == 0:
                saver.save(session, "model", global_step=done)
            if turn + 1 > 10:
                learning_rate = max(0.001, learning_rate - fall)
        print(epoch, losses[epoch - 1].mean())
