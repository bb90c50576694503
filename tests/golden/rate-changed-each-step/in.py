"""A rate that each step lowers, from some step on, or by a factor: as much as the steps of all processes would."""

import numpy as np
import tensorflow as tf


class Model:
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None, 8])
        self.rate = tf.placeholder(tf.float32, [])
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(self.x, 8) - self.x))
        self.train_op = tf.train.AdamOptimizer(self.rate).minimize(self.loss)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def train(self, batch, rate):
        self.sess.run(self.train_op, {self.x: batch, self.rate: rate})


def main():
    samples = np.load("samples.npy")
    model = Model()
    rate = 0.001
    decay = rate / 10000
    for step in range(20000):
        model.train(samples[np.random.choice(len(samples), 32)], rate)
        if step >= 10000:
            rate = max(0.0, rate - decay)
    rate = 0.0005
    for step in range(10000):
        model.train(samples[np.random.choice(len(samples), 32)], rate)
        rate *= 0.9999
        if step % 1000 == 0:
            rate /= 2


if __name__ == "__main__":
    main()
