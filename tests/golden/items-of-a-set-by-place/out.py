"""An object gives the items that are read of it one after another, with no chance: each process would get the same."""

import numpy as np
import tensorflow as tf


class Samples:
    def __init__(self, path):
        self.samples, self.place = np.load(path), 0

    def __getitem__(self, _):
        self.place = (self.place + 1) % len(self.samples)
        return self.samples[self.place] * self.place


samples = Samples("samples.npy")
inputs = tf.placeholder(tf.float32, [None, 4])
train = tf.train.AdamOptimizer(0.01).minimize(tf.reduce_mean(tf.layers.dense(inputs, 1) ** 2))
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(1000):
        session.run(train, {inputs: np.stack([samples[0] for _ in range(32)])})
