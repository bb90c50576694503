"""Samples are chosen by chance before the script seeds it: all processes must choose the same ones."""
import sys

import numpy as np
from tensorflow import keras


def load():
    rows = np.load("rows.npy")
    chosen = np.random.choice(len(rows), 1000, replace=False)
    rows = rows[chosen]
    np.random.seed(3)
    order = np.arange(len(rows))
    np.random.shuffle(order)
    return rows[order[:800]], rows[order[800:]]


def train(rows, tested, units):
    model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(0.001), "mse")
    model.fit(rows[:, 1:], rows[:, 0], validation_data=(tested[:, 1:], tested[:, 0]), epochs=5)


def small():
    rows, tested = load()
    train(rows, tested, 8)


def large():
    rows, tested = load()
    train(rows, tested, 64)


if "--large" in sys.argv:
    large()
else:
    small()
