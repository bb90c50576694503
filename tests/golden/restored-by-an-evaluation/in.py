import argparse

import numpy as np
import tensorflow as tf

EVALUATE_EVERY = 1000


class Regression:
    def __init__(self, is_training):
        self.is_training = is_training
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.y = tf.placeholder(tf.float32, [None, 1])
        self.loss = tf.losses.mean_squared_error(self.y, tf.layers.dense(self.x, 1))
        self.train_op = tf.train.AdamOptimizer(0.001).minimize(self.loss)
        self.saver = tf.train.Saver()
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def draw(self, number):
        x = np.random.normal(size=(number, 8))
        return {self.x: x, self.y: x.sum(axis=1, keepdims=True)}

    def learn(self, steps):
        for step in range(steps):
            self.session.run(self.train_op, self.draw(64))
            if step % EVALUATE_EVERY == 0:
                self.evaluate(None)

    def evaluate(self, checkpoint):
        if not self.is_training:
            self.saver.restore(self.session, checkpoint)
        print(self.session.run(self.loss, self.draw(1000)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--train", action="store_true")
    parser.add_argument("--checkpoint")
    arguments = parser.parse_args()
    model = Regression(arguments.train)
    if arguments.train:
        model.learn(100000)
    else:
        model.evaluate(arguments.checkpoint)
