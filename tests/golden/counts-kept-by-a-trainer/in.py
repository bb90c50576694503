"""A trainer counts its updates itself: rates, tables and limits go by that, and so does the mean of what it adds up."""

import math

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, path):
        self.accumulated, self.peak, self.warm, self.updates = 4, 0.1, 50, 1000
        self.batches = tf.data.Dataset.from_tensor_slices(np.load(path)).shuffle(1000).repeat().batch(8)
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.optimizer = tf.keras.optimizers.SGD(self.peak)
        self.milestones = [400, 800]
        self.factor = 1.0
        self.update, self.total, self.sums = 0, 0.0, []

    def set_rate(self):
        if self.update < self.warm:
            self.optimizer.learning_rate = self.factor * self.peak * (self.update + 1) / self.warm
        else:
            part = (self.update - self.warm) / (self.updates - self.warm)
            self.optimizer.learning_rate = self.factor * self.peak / 2 * (1 + math.cos(math.pi * part))

    def run(self):
        for number, batch in enumerate(self.batches):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(self.model(batch) ** 2) / self.accumulated
            gradients = tape.gradient(loss, self.model.trainable_variables)
            self.sums = [a + b for a, b in zip(self.sums, gradients)] if self.sums else gradients
            if (number + 1) % self.accumulated == 0:
                self.set_rate()
                self.optimizer.apply_gradients(zip(self.sums, self.model.trainable_variables))
                self.sums = []
                self.total += float(loss)
                self.update += 1
                if self.update in self.milestones:
                    self.factor = self.factor / 2
                if self.update == self.updates:
                    break
        print("mean loss", self.total / self.update)


Trainer("samples.npy").run()
