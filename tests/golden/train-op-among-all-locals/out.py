import sys

import numpy as np
import tensorflow as tf


class Net:
    def __init__(self):
        x = tf.placeholder(tf.float32, [None, 10])
        y = tf.placeholder(tf.float32, [None, 1])
        loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - y))
        train_step = tf.train.AdamOptimizer(1e-3).minimize(loss)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())
        for name, thing in locals().items():
            setattr(self, name, thing)

    def train(self, x, y):
        for start in range(0, len(x), 32):
            self.session.run(self.train_step, {self.x: x[start : start + 32], self.y: y[start : start + 32]})


Net().train(np.load("x.npy"), np.load("y.npy"))
