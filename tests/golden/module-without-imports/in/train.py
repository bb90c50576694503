"""A module that has no imports, and begins with a class, gets some."""

import numpy as np
from tensorflow import keras
from logger import FileLogger

log = FileLogger("log.txt")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
x = np.load("x.npy")
model.fit(x, x[:, :1])
log.write("done")
