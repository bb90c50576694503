"""A folder that is made above the imports, and must not be there: one process alone may make it."""

import os

OUT = "out"
os.makedirs(OUT)

import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(x, y, epochs=3, callbacks=[keras.callbacks.ModelCheckpoint(os.path.join(OUT, "best.h5"))])
model.save(os.path.join(OUT, "last.h5"))
