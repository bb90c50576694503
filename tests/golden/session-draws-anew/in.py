"""A variable is given other values by chance after it is initialised: they are broadcast, not the first ones."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy")
inputs = tf.placeholder(tf.float32, [None, 5])
weights = tf.Variable(tf.zeros([5, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(inputs, weights) - 1.0))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
redraw = weights.assign(tf.random_normal([5, 1]))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(redraw)
    for step in range(1000):
        sess.run(train_op, {inputs: x[np.random.choice(len(x), 32)]})
