"""A function gives all of its names as a namespace, the session and the train op among them."""

import types

import numpy as np
import tensorflow as tf


def build(rate):
    images = np.load("images.npy")
    sess = tf.Session()
    x = tf.placeholder(tf.float32, [None, 4])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
    minimize = tf.train.AdamOptimizer(rate).minimize(loss)
    return types.SimpleNamespace(**locals())


def train_model(data):
    data.sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        order = np.random.permutation(len(data.images))
        for i in range(len(data.images) // 32):
            data.sess.run(data.minimize, {data.x: data.images[order[i * 32 : (i + 1) * 32]]})


train_model(build(0.001))
