import numpy as np
import tensorflow.compat.v1 as tf


class Regression:
    """A graph and a session of its own."""

    def __init__(self, rate):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, 1])
            self.w = tf.get_variable("w", [1, 1])
            self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, self.w) - 2 * self.x))
            self.optimizer = tf.train.GradientDescentOptimizer(rate)
            self.step = self.optimizer.minimize(self.loss)
            self.init = tf.global_variables_initializer()
        self.sess = tf.Session(graph=self.graph)

    def fit(self, data, epochs=3):
        self.sess.run(self.init)
        for _ in range(epochs):
            for i in range(0, len(data), 8):
                self.sess.run(self.step, {self.x: data[i:i + 8]})
        return self.sess.run(self.w)


data = np.random.RandomState(0).rand(64, 1)
for rate in (0.1, 0.2):
    print(rate, Regression(rate).fit(data))
