"""Variables begin with what another session has computed, by a function that only some settings call."""

import sys

import numpy as np
import tensorflow as tf


class Before:
    def __init__(self, size):
        self.sess = tf.Session()
        self.weights = tf.Variable(tf.random_normal([size, 1]))
        self.sess.run(tf.global_variables_initializer())

    def values(self):
        return self.sess.run(self.weights)


class Model:
    def __init__(self, size):
        self.sess = tf.Session()
        self.x = tf.placeholder(tf.float32, [None, size])
        self.weights = tf.Variable(tf.zeros([size, 1]))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.weights) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)

    def begin(self, before):
        def assign(variable, value):
            op = variable.assign(value)
            self.sess.run(op)

        self.sess.run(tf.global_variables_initializer())
        if before is not None:
            assign(self.weights, before.values())

    def fit(self, batch):
        self.sess.run(self.train_op, {self.x: batch})


images = np.load("images.npy")
model = Model(5)
model.begin(Before(5) if len(sys.argv) > 1 else None)
for step in range(1000):
    model.fit(images[np.random.choice(len(images), 32)])
