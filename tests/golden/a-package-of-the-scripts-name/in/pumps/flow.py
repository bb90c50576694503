"""The training of a project whose package has the name of its script."""

import numpy as np
from tensorflow import keras


def train():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    flow, pressure = np.load("flow.npy"), np.load("pressure.npy")
    model.fit(flow, pressure, epochs=3)
    model.save("pumps.h5")
