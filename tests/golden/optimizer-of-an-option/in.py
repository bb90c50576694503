"""Optimizers that an option or a file of settings names: they are built, and the rate that they have then is scaled."""
import argparse
import json

import numpy as np
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", default="adam")
options = parser.parse_args()
with open("settings.json") as file:
    settings = json.load(file)

x, y = np.load("x.npy"), np.load("y.npy")
coarse = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
coarse.compile(optimizer=options.optimizer, loss="mse")
coarse.fit(x, y, epochs=5)

fine = keras.Sequential([keras.layers.Dense(settings["units"], activation="relu"), keras.layers.Dense(1)])
fine.compile(settings["optimizer"], "mse")
fine.fit(x, y, epochs=settings["epochs"])
