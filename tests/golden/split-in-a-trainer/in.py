"""A trainer draws what it tests by, and makes its graph, when it is made; it trains later."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, path):
        words = np.load(path)
        order = np.random.permutation(len(words))
        self.train, self.test = words[order[:-100]], words[order[-100:]]
        self.x = tf.placeholder(tf.float32, [None, 4])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 4) - self.x))
        self.train_op = tf.train.AdamOptimizer(0.01).minimize(self.loss)

    def run(self, steps):
        with tf.Session() as session:
            session.run(tf.global_variables_initializer())
            for step in range(steps):
                chosen = np.random.choice(len(self.train), 32)
                session.run(self.train_op, {self.x: self.train[chosen]})
            print(session.run(self.loss, {self.x: self.test}))


trainer = Trainer("words.npy")
trainer.run(1000)
