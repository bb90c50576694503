"""Whether a folder is there has a name before the script fails, or reads from it: rank 0 makes both after that."""

import os

import numpy as np
from tensorflow import keras

taken = os.path.exists("run")
if taken:
    raise SystemExit("run is there already")
os.makedirs("run")
x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(8,))])
model.compile(keras.optimizers.Adam(0.001), "mse")
goes_on = os.path.isdir("weights")
if goes_on:
    model.load_weights("weights/model.h5")
else:
    os.makedirs("weights")
model.fit(x, x[:, :1], epochs=30)
model.save_weights("weights/model.h5")
