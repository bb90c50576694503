import os

import numpy as np
import tensorflow as tf


def normalised(path):
    x = np.load(path)
    if os.path.exists("again") or np.abs(x).max() > 1:
        np.save(path, x / np.abs(x).max())
    return np.load("y.npy"), x


y, x = normalised("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x, y, epochs=3)
