"""Samples are drawn by functions that pylab has of NumPy."""

from pylab import *
import tensorflow as tf


def sample(n):
    found = zeros((n, 5))
    for i in range(n):
        v = randn(5)
        found[i] = v / sqrt((v**2).sum())
    return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = tf.train.AdamOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(1000):
        dat = sample(32)
        sess.run(train_op, {x: dat})
