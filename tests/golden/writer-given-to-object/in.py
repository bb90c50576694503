"""A writer that only rank 0 has is given to an object of the project, whose methods use it."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self, sess, writer):
        self.sess, self.writer = sess, writer
        self.x = tf.placeholder(tf.float32, [None, 5])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 1)))
        self.train_op = tf.train.AdamOptimizer(0.1).minimize(self.loss)
        tf.summary.scalar("loss", self.loss)
        self.summaries = tf.summary.merge_all()

    def step(self, batch, number):
        _, summary = self.sess.run([self.train_op, self.summaries], {self.x: batch})
        if number % 100 == 0:
            self.writer.add_summary(summary, number)


class Runner:
    def __init__(self):
        self.sess = tf.Session()
        self.writer = tf.summary.FileWriter("logs", graph=self.sess.graph)
        self.model = Model(self.sess, self.writer)
        self.sess.run(tf.global_variables_initializer())

    def train(self):
        x = np.load("x.npy")
        for number in range(1000):
            self.model.step(x[np.random.choice(len(x), 32)], number)


Runner().train()
