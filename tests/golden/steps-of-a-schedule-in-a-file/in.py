"""Let a file say how the rate falls: it has the steps of the schedules, which no argument shows."""

import json

import numpy as np
from tensorflow import keras

with open("train.json") as file:
    options = json.load(file)
seen = {"decay_steps": 1000, "decay_rate": 0.9}

x, y = np.load("x.npy"), np.load("y.npy")
for rate in (
    keras.optimizers.schedules.ExponentialDecay(0.1, **options["exponential"]),
    keras.optimizers.schedules.ExponentialDecay(0.1, **seen),
):
    model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(rate), "mse")
    model.fit(x, y, epochs=10)
