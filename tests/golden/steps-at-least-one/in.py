"""Steps that are at least one already: what they are otherwise is divided."""

import numpy as np
import tensorflow as tf

samples, labels = np.load("samples.npy"), np.load("labels.npy")


def batches(size):
    while True:
        for start in range(0, len(samples) - size, size):
            yield samples[start : start + size], labels[start : start + size]


model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.Adam(1e-3), "mse")
model.fit(batches(32), steps_per_epoch=max(1, len(samples) // 32), epochs=5)
model.fit(batches(64), steps_per_epoch=max(len(samples) // 64, 1), epochs=5)
model.fit(batches(64), steps_per_epoch=max(len(samples) // 64, 10), epochs=5)
