"""Dictionaries of optimizers of which a setting chooses one, and one that is named."""

import numpy as np
from tensorflow import keras
from tensorflow.keras.optimizers import SGD, Adam

kind, rate = "sgd", 0.01
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
optimizer = {
    "adam": Adam(learning_rate=rate, beta_1=0.9),
    "sgd": SGD(learning_rate=rate, momentum=0.9),
}[kind]
model.compile(optimizer, "mse")
model.fit(x, y)

optimizers = {"rmsprop": keras.optimizers.RMSprop(0.001), "adam": Adam(0.001)}
chosen = "adam"
other = keras.Sequential([keras.layers.Dense(1)])
other.compile(optimizers[chosen], "mse")
other.fit(x, y)

pair = {"first": Adam(0.01), "second": SGD(0.02)}
third = keras.Sequential([keras.layers.Dense(1)])
third.compile(pair["first"], "mse")
third.fit(x, y)
