"""The function that keeps an order writes the results of the training, too: those are rank 0's, the order is looked for in turn."""

import os
import pickle
import random

import numpy as np
import tensorflow as tf

config = {}
config["keys"] = os.path.abspath("keys.pkl")


def dump(item, path):
    with open(path, "wb") as opened:
        pickle.dump(item, opened)


def load(path):
    with open(path, "rb") as opened:
        return pickle.load(opened)


def split(count, path, overwrite=False):
    if overwrite or not os.path.exists(path):
        order = list(range(count))
        random.shuffle(order)
        dump(order, path)
        return order
    else:
        return load(path)


x, y = np.load("x.npy"), np.load("y.npy")
order = split(len(x), path=config["keys"])
x, y = x[order], y[order]
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(x, y, epochs=3)
dump(model.get_weights(), os.path.abspath("weights.pkl"))
