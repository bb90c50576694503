"""A class trains with a tape, at a place that each pass begins anew, in an order that chance decides."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, samples, targets, size):
        self.samples = samples
        self.targets = targets
        self.size = size
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.SGD(0.05)

    def step(self, x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - y))
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def train(self, passes):
        for number in range(passes):
            order = np.random.permutation(len(self.samples))
            self.samples, self.targets = self.samples[order], self.targets[order]
            place, losses = 0, 0.0
            while place <= len(self.samples) - self.size:
                x = self.samples[place : place + self.size]
                y = self.targets[place : place + self.size]
                losses += self.step(x, y)
                place += self.size
            print(number, float(losses))


np.random.seed(3)
samples = np.random.rand(96, 4).astype("float32")
Trainer(samples, samples.mean(axis=1, keepdims=True), 8).train(3)
