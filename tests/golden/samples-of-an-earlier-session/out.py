"""The samples are drawn by a graph, but in a session before: each step trains on the same ones, which each process has drawn."""
import numpy as np
import tensorflow as tf

data = tf.random_normal([1000, 10])
with tf.Session() as sess:
    x = sess.run(data)
w = tf.Variable(tf.random_normal([10, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train = tf.train.AdamOptimizer(0.1).minimize(loss)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(200):
        sess.run(train)
    print(sess.run(w))
