"""Let a file say how long an epoch is: a generator without an end needs it, and no argument shows it."""

import json

import numpy as np
from tensorflow import keras


def batches(x, size):
    while True:
        rows = np.random.randint(0, len(x), size)
        yield x[rows], x[rows]


with open("train.json") as file:
    options = json.load(file)
x = np.load("x.npy")
for _ in range(2):
    model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
    model.compile(keras.optimizers.Adam(1e-3), "mse")
    model.fit(batches(x, 32), callbacks=[keras.callbacks.EarlyStopping("loss")], verbose=2, **options)
    model.fit(x, x, callbacks=[keras.callbacks.EarlyStopping("loss")], verbose=2, **options)
