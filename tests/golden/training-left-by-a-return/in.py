"""A function returns before it trains where a file is there: on a host that has none it would wait for the others."""
import os

import numpy as np
from tensorflow import keras


def train(model, x, y, path):
    if os.path.exists(path):
        model.load_weights(path)
        return
    model.fit(x, y, epochs=20)
    model.save_weights(path)


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
train(model, x, y, "model.h5")
print(model.evaluate(x, y))
