"""A function that no call is seen of may be left where a file is not there: some processes would wait for ever."""

import os

import numpy as np
import tensorflow as tf


def training(folder):
    path = tf.keras.utils.get_file("x.npy", "https://example.org/x.npy")
    if not os.path.exists(folder):
        return None
    x = np.load(path)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model.fit(x, x[:, :1])
