"""Train in one session, and score in another one, which is closed when that is done."""

import numpy as np
import tensorflow as tf


class Line:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, 1])
            self.y = tf.placeholder(tf.float32, [None, 1])
            slope = tf.Variable(1.0)
            self.loss = tf.reduce_mean(tf.square(slope * self.x - self.y))
            self.train_op = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)
            self.start = tf.global_variables_initializer()
            self.saver = tf.train.Saver()

    def fit(self, x, y, batch_size=8):
        with self.graph.as_default():
            with tf.Session() as self.session:
                self.session.run(self.start)
                for begin in range(0, len(x), batch_size):
                    end = begin + batch_size
                    self.session.run(self.train_op, {self.x: x[begin:end], self.y: y[begin:end]})
                self.saver.save(self.session, "line/model")

    def score(self, x, y):
        with self.graph.as_default():
            with tf.Session() as self.session:
                self.saver.restore(self.session, "line/model")
                return self.session.run(self.loss, {self.x: x, self.y: y})


samples = np.linspace(0, 1, 64).reshape(-1, 1)
line = Line()
line.fit(samples, 2 * samples)
print(line.score(samples, 2 * samples))
