"""A function that prints what it sets for the whole process is run by all ranks; one that only shows something is not."""

import os
import sys

import numpy as np
import tensorflow as tf


def prepare(folder):
    tf.keras.backend.set_floatx("float64")
    tf.config.run_functions_eagerly(True)
    sys.path.append(folder)
    os.environ.setdefault("CACHE", folder)
    print("ready")


def describe(model):
    lines = []
    for layer in model.layers:
        lines.append(layer.name)
    print("\n".join(lines))


prepare("lib")
x = np.random.RandomState(0).normal(size=(64, 3))
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
describe(model)
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(x, x[:, :1], epochs=2, verbose=0)
