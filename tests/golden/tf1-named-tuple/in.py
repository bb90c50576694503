"""A network in a named tuple: what runs its output trains nothing, though its train op is in the same tuple."""
import collections

import numpy as np
import tensorflow as tf

Network = collections.namedtuple("Network", "output, train")


def build(x):
    output = tf.layers.dense(x, 1)
    return Network(output=output, train=tf.train.AdamOptimizer(0.1).minimize(tf.reduce_mean(output ** 2)))


data, unseen = np.load("data.npy"), np.load("unseen.npy")
x = tf.placeholder(tf.float32, [None, 4])
network = build(x)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(10000):
        sess.run(network.train, {x: data[np.random.choice(len(data), 32)]})
    for i in range(len(unseen)):
        print(sess.run(network.output, {x: unseen[i : i + 1]}))
