"""Paths of what is written are looked through as texts, which opens no file: nobody waits there."""

import re

import numpy as np
import tensorflow as tf

NUMBERED = re.compile(r".*-(\d+)\.h5$")


def number(path):
    if not re.search(r"\.h5$", path):
        return None
    found = NUMBERED.match(path)
    return int(found.group(1)) if found else 0


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for turn in range(3):
    model.fit(x, x[:, :1])
    path = f"saved/model-{turn}.h5"
    model.save_weights(path)
    if number(path) is None:
        print("not a model:", path)
