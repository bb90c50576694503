"""The number of units is searched by a tuner, which each process would run by its own chance, and the best are trained."""

import numpy as np
from kerastuner import RandomSearch
from tensorflow import keras


def build(choices):
    units = choices.Int("units", min_value=8, max_value=64, step=8)
    model = keras.Sequential([keras.layers.Dense(units, activation="relu"), keras.layers.Dense(1)])
    model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse")
    return model


x, y = np.load("x.npy"), np.load("y.npy")
tuner = RandomSearch(build, objective="val_loss", max_trials=5, directory="search")
tuner.search(x, y, epochs=3, validation_split=0.2)
best = build(tuner.get_best_hyperparameters()[0])
best.fit(x, y, epochs=20)
best.save("best.h5")
