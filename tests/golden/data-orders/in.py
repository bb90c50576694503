"""Minibatches in an order that is drawn anew in each epoch: a permutation, shuffled indices, arrays shuffled in place."""
import random

import numpy as np
import tensorflow as tf

x = np.linspace(0, 1, 101, dtype="float32")[:, None]
y = x ** 2
pairs = list(zip(x, y))
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")

for epoch in range(5):
    order = np.random.permutation(len(x))
    for i in range(0, len(x), 10):
        model.train_on_batch(x[order[i:i + 10]], y[order[i:i + 10]])

for epoch in range(5):
    indices = np.arange(len(x))
    np.random.shuffle(indices)
    for b in range(len(x) // 10):
        batch = indices[b * 10:(b + 1) * 10]
        xb, yb = x[batch], y[batch]
        model.train_on_batch(xb, yb)

for epoch in range(5):
    random.shuffle(pairs)
    for i in range(0, len(pairs), 10):
        xb, yb = zip(*pairs[i:i + 10])
        model.train_on_batch(np.stack(xb), np.stack(yb))

rng = np.random.default_rng()
for epoch in range(5):
    order = rng.permutation(len(x))
    for b in range(len(x) // 10):
        batch = order[b * 10:(b + 1) * 10]
        model.train_on_batch(x[batch], y[batch])
