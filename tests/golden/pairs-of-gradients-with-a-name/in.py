"""Gradients and variables are paired before they are applied: the pairs have a name, and the variables stay those."""

import numpy as np
import tensorflow as tf


class Network:
    def __init__(self):
        self.w = tf.Variable(tf.random.normal([8, 4]))
        self.b = tf.Variable(tf.zeros([4]))
        self.params = [self.w, self.b]
        self.optimizer = tf.keras.optimizers.Adam(1e-3)

    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, self.w) + self.b))
        gradients = tape.gradient(loss, [self.w, self.b])
        pairs = list(zip(gradients, self.params))
        self.optimizer.apply_gradients(pairs)
        return loss


network = Network()
data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(1000).batch(32)
for epoch in range(5):
    for batch in data:
        network.step(batch)
