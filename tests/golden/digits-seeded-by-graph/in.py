"""Digits whose loader seeds NumPy by the seed of the graph: noise and order would be alike in all processes."""

import tensorflow as tf
import numpy as np
from tensorflow.examples.tutorials.mnist import input_data

tf.set_random_seed(777)
mnist = input_data.read_data_sets("MNIST", one_hot=True)
x = tf.placeholder(tf.float32, [None, 784])
z = tf.placeholder(tf.float32, [None, 784])
op = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(tf.layers.dense(x + z, 1)))
with tf.Session() as s:
    s.run(tf.global_variables_initializer())
    for step in range(1000):
        b, _ = mnist.train.next_batch(10)
        n = np.random.uniform(-1.0, 1.0, [10, 784])
        s.run(op, feed_dict={x: b, z: n})
