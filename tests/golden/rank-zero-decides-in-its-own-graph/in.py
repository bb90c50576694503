import numpy as np
import tensorflow as tf


class Regression:
    def __init__(self, features):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [None, features])
            self.y = tf.placeholder(tf.float32, [None, 1])
            weights = tf.Variable(tf.zeros([features, 1]))
            self.loss = tf.reduce_mean(tf.square(tf.matmul(self.x, weights) - self.y))
            self.train_op = tf.train.AdamOptimizer(0.01).minimize(self.loss)
            self.session = tf.Session()
            self.session.run(tf.global_variables_initializer())

    def fit(self, steps, goal):
        for step in range(steps):
            x = np.random.normal(size=[16, 3])
            feed = {self.x: x, self.y: x.sum(1, keepdims=True)}
            _, loss = self.session.run([self.train_op, self.loss], feed)
            if loss < goal:
                break


Regression(3).fit(steps=1000, goal=1e-3)
