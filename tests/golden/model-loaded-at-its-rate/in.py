"""Models that are loaded with their optimizers: one that this script saves itself, and one from elsewhere."""

import os

import numpy as np
from tensorflow import keras

x = np.load("x.npy")
if os.path.exists("own.h5"):
    model = keras.models.load_model("own.h5")
else:
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(x, x[:, :1], callbacks=[keras.callbacks.ModelCheckpoint("own.h5")])

pretrained = keras.models.load_model("pretrained.h5")
pretrained.fit(x, x[:, :1])
