"""A library chooses the numbers of units and rates that are tried: each process would try others."""

import numpy as np
from GPyOpt.methods import BayesianOptimization
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")


def error(settings):
    rate, units = settings[0][0], int(settings[0][1])
    model = keras.Sequential([keras.layers.Dense(units, activation="relu"), keras.layers.Dense(1)])
    model.compile(optimizer=keras.optimizers.Adam(rate), loss="mse")
    history = model.fit(x, y, epochs=5, validation_split=0.2, verbose=0)
    return history.history["val_loss"][-1]


space = [
    {"name": "rate", "type": "continuous", "domain": (1e-4, 1e-2)},
    {"name": "units", "type": "discrete", "domain": (8, 16, 32)},
]
search = BayesianOptimization(error, domain=space, initial_design_numdata=3)
search.run_optimization(max_iter=10)
print(search.x_opt)
