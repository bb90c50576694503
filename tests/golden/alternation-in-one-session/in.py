"""A session trains by two ops in turn, each as many times as an option says: how often stays as it is."""

import numpy as np
import tensorflow as tf
tf.flags.DEFINE_integer("k", 1, "")
tf.flags.DEFINE_integer("iters", 10000, "")
FLAGS = tf.flags.FLAGS
x = tf.placeholder(tf.float32, [None, 8])
a = tf.layers.dense(x, 1, name="a")
b = tf.layers.dense(x, 1, name="b")
d_op = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(a), var_list=tf.trainable_variables("a"))
g_op = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(b), var_list=tf.trainable_variables("b"))
data = np.load("x.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(0, FLAGS.iters + 1):
        for j in range(1, FLAGS.k + 1):
            sess.run(d_op, {x: data[np.random.choice(len(data), 16)]})
        for j in range(1, FLAGS.k + 1):
            sess.run(g_op, {x: data[np.random.choice(len(data), 16)]})
        if i % 100 == 0:
            print(i)
