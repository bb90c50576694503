"""Losses are added by a function of NumPy, of which an array gives the sizes of layers, too."""

import numpy as np
import tensorflow as tf

sizes = np.array([32, 16])
first = tf.keras.Sequential([tf.keras.layers.Dense(size) for size in sizes])
first.compile(tf.keras.optimizers.Adam(0.1), "mse")
x, y = np.load("x.npy"), np.load("y.npy")
for _ in range(1000):
    chosen = np.random.randint(0, len(x), 32)
    real = first.train_on_batch(x[chosen], y[chosen])
    false = first.train_on_batch(x[chosen], 1 - y[chosen])
    print(0.5 * np.add(real, false))
