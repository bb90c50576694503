"""A loader that gives a list of arrays for one data set, and an array for the other."""
import sys

import numpy as np
from tensorflow import keras


def load(name):
    if name == "several":
        return np.zeros((64, 8)), [np.zeros((64, 2)), np.zeros((64, 3))]
    return np.zeros((64, 8)), np.zeros((64, 2))


x, y = load(sys.argv[1])
model = keras.Sequential([keras.layers.Dense(2)])
model.compile("adam", "mse")
model.fit(x, y, verbose=0)
