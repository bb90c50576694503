"""Loops take the batches of an object by its items: at their turn, at places drawn by chance, and one after another."""

import numpy as np
import tensorflow as tf


class Pairs:
    def __init__(self):
        self.x, self.y = np.load("x.npy"), np.load("y.npy")

    def __len__(self):
        return len(self.x) // 32

    def __getitem__(self, k):
        return self.x[k * 32 : (k + 1) * 32], self.y[k * 32 : (k + 1) * 32]


pairs = Pairs()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for epoch in range(10):
    for k in np.random.permutation(len(pairs)):
        a, b = pairs[k]
        model.train_on_batch(a, b)
for epoch in range(10):
    for k in range(len(pairs)):
        a, b = pairs[k]
        model.train_on_batch(a, b)
for epoch in range(10):
    for k in range(100):
        a, b = pairs[np.random.randint(len(pairs))]
        model.train_on_batch(a, b)
for epoch in range(10):
    for a, b in pairs:
        model.train_on_batch(a, b)
