"""The end of a batch is set back to that of the samples by a second statement, and the last epoch is told by a quotient."""

import os

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
inputs = tf.placeholder(tf.float32, [None, 8])
wanted = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(wanted, tf.layers.dense(inputs, 1))
op = tf.train.AdamOptimizer(0.01).minimize(loss)
saver = tf.train.Saver()
size, count = 64, len(x)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for start in range(0, count, size):
            end = start + size
            end = min(end, count)
            session.run(op, {inputs: x[start:end], wanted: y[start:end]})
    saver.save(session, os.path.join("model", "net"))
