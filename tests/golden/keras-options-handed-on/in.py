"""Whatever else is passed to a method goes on to `fit`: from a function that nobody passes more, and from a dictionary."""

import numpy as np
from tensorflow import keras


class Regression:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile(keras.optimizers.Adam(1e-3), "mse")

    def fit(self, x, y, size=32, **options):
        return self.model.fit(x, y, batch_size=size, **options)


class Longer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile(keras.optimizers.Adam(1e-4), "mse")

    def fit(self, x, y, **options):
        return self.model.fit(x, y, **options)


def main(**options):
    x, y = np.load("x.npy"), np.load("y.npy")
    Regression().fit(x, y, **options)
    settings = {"epochs": 10, "verbose": 2}
    Longer().fit(x, y, **settings)


main()
