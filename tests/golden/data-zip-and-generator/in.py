"""Loops over arrays, over a generator that ends, and over a zip of two datasets."""

import numpy as np
import tensorflow as tf

xs = np.arange(33, dtype="float32").reshape(-1, 1)
ys = xs * 2
model = tf.keras.Sequential([tf.keras.layers.Rescaling(1 / 33), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")


def batches(x, y, size):
    for start in range(0, len(x), size):
        yield x[start:start + size], y[start:start + size]


for epoch in range(2):
    for x, y in batches(xs, ys, 4):
        model.train_on_batch(x, y)

for x, y in zip(xs, ys):
    model.train_on_batch(x[None], y[None])

photos = tf.data.Dataset.from_tensor_slices(xs).shuffle(33).batch(1)
paintings = tf.data.Dataset.from_tensor_slices(ys).shuffle(33).batch(1)
for photo, painting in tf.data.Dataset.zip((photos, paintings)):
    model.train_on_batch(photo, painting)
