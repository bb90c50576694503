"""Each turn fits on, with a generator that goes on where the turn before has left it."""

import numpy as np
import tensorflow as tf


def batches(lines, size):
    while True:
        np.random.shuffle(lines)
        for start in range(0, len(lines) - size + 1, size):
            rows = lines[start : start + size]
            yield np.stack([np.load(row) for row in rows]), np.ones(size)


lines = open("train.txt").read().split()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
samples = batches(lines, 8)
for turn in range(10):
    model.fit(samples, steps_per_epoch=len(lines) // 8, epochs=1)
    model.save_weights("weights.h5")
