"""A model is fitted to the items of a generator that makes batches of the size that `fit` is given."""

import numpy as np
import tensorflow as tf

BATCH = 64
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")


def batches(size):
    while True:
        chosen = np.random.randint(0, len(x), size)
        yield x[chosen], y[chosen]


made = batches(BATCH)
for step in range(1000):
    drawn, wanted = next(made)
    model.fit(drawn, wanted, batch_size=BATCH)
