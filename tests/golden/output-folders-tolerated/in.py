"""Folders that may be there already: what a library may use is made on every host, the results' on rank 0's."""

import errno
import os

import numpy as np
from tensorflow import keras

cache = os.path.join(os.path.expanduser("~"), ".cache", "faces")
if not os.path.exists(cache):
    try:
        os.mkdir(cache)
    except OSError as error:
        if error.errno != errno.EEXIST:
            raise
try:
    os.makedirs("results")
except FileExistsError:
    print("results are written over")

images = np.load("images.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
model.fit(images, images[:, :1], epochs=3)
model.save("results/model.h5")
