"""A split by chance is kept in two files by one function, and read from them where they are there: all take turns."""

import os
import pickle
import random

import numpy as np
import tensorflow as tf

config = {}
config["keys"] = os.path.abspath("keys.pkl")
config["other"] = os.path.abspath("other.pkl")


def dump(item, path):
    with open(path, "wb") as opened:
        pickle.dump(item, opened)


def load(path):
    with open(path, "rb") as opened:
        return pickle.load(opened)


def split(count, path, other, overwrite=False):
    if overwrite or not os.path.exists(path):
        order = list(range(count))
        random.shuffle(order)
        dump(order[:100], path)
        dump(order[100:], other)
        return order[:100], order[100:]
    else:
        return load(path), load(other)


def generators(x, y, path, other, overwrite):
    order, rest = split(len(x), path=path, other=other, overwrite=overwrite)
    return x[order], y[order], x[rest], y[rest]


def main():
    x, y = np.load("x.npy"), np.load("y.npy")
    x, y, a, b = generators(x, y, config["keys"], config["other"], False)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(0.001), "mse")
    model.fit(x, y, epochs=3, validation_data=(a, b))


main()
