"""Samples are read on and on, in an order that chance makes before the loop, and again when all are read.

What is shuffled for a method that nobody calls decides nothing: each process draws orders of its own.
"""
import random

import numpy as np
import tensorflow as tf


class Samples:
    def __init__(self, data, validation):
        self.data, self.validation = data, validation
        self.place = 0
        self.validated = np.arange(len(validation))
        random.shuffle(self.validated)
        self.trained = np.arange(len(data))
        random.shuffle(self.trained)

    def next_batch(self, size):
        start = self.place
        self.place += size
        if self.place > len(self.trained) - 1:
            start, self.place = 0, size
            np.random.shuffle(self.trained)
        samples = [self.data[self.trained[index]] for index in range(start, self.place)]
        return np.stack([np.flip(each, random.choice([0, 1])) for each in samples])

    def next_validation(self):
        return self.validation[self.validated[0]]


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)
samples = Samples(np.load("x.npy"), np.load("v.npy"))
for epoch in range(10):
    for step in range(len(samples.trained) // 8):
        batch = samples.next_batch(8)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(batch) - 1.0) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
