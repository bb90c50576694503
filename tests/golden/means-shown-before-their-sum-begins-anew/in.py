"""Train a regression, and show the mean loss of a period where the model is saved, and where it is compared."""

import random

import numpy as np
import tensorflow as tf


class Regression:
    def __init__(self, save_every=100, compare_every=1000):
        self.save_every = save_every
        self.compare_every = compare_every
        self.samples = list(np.load("samples.npy"))
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1) - 1.0))
        self.train_op = tf.train.AdamOptimizer(0.001).minimize(self.loss)
        self.saver = tf.train.Saver()

    def train(self, session, steps):
        total = 0.0
        for step in range(1, steps + 1):
            batch = random.sample(self.samples, 32)
            loss, _ = session.run([self.loss, self.train_op], {self.x: batch})
            total += loss
            if step % self.save_every == 0:
                self.saver.save(session, "saved/model")
                print(step, total / self.save_every)
            if step % self.compare_every == 0:
                print("compared", step, total / self.save_every)
            if step % self.save_every == 0:
                total = 0.0


with tf.Session() as session:
    regression = Regression()
    session.run(tf.global_variables_initializer())
    regression.train(session, 50000)
