"""Periods that are tested only at the turns of another one: the steps of each process must meet both."""

import argparse
import numpy as np
import tensorflow as tf
parser = argparse.ArgumentParser()
parser.add_argument("--show", type=int, default=100)
parser.add_argument("--save", type=int, default=1000)
args = parser.parse_args()
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1))
step = tf.train.AdamOptimizer(0.1).minimize(loss)
saver = tf.train.Saver()
data = np.load("x.npy")
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for i in range(10000):
        sess.run(step, {x: data[np.random.choice(len(data), 16)]})
        if i % 100 == 0:
            print(i)
            if i % 1000 == 0:
                saver.save(sess, "a")
        if i % args.show == 0:
            print(i)
            if i % args.save == 0 and i > 0:
                saver.save(sess, "b")
            if i > 0 and i % (10 * args.show) == 0:
                saver.save(sess, "c")
