"""An object gets the names of the function that makes it as its attributes: what the session runs is not seen."""

import inspect

import numpy as np
import tensorflow as tf


class Data:
    def __init__(self):
        for name, thing in inspect.currentframe().f_back.f_locals.items():
            setattr(self, name, thing)


def train_model(data):
    data.sess.run(tf.global_variables_initializer())
    for epoch in range(10):
        order = np.random.permutation(len(data.images))
        for i in range(len(data.images) // 32):
            data.sess.run(data.minimize, {data.x: data.images[order[i * 32 : (i + 1) * 32]]})


def train():
    images = np.load("images.npy")
    sess = tf.Session()
    x = tf.placeholder(tf.float32, [None, 4])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
    minimize = tf.train.AdamOptimizer(0.001).minimize(loss)
    train_model(Data())


train()
