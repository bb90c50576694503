"""A script whose data set makes a file unless it is there, and goes on with it open."""

import os

import h5py
import numpy as np
from tensorflow import keras


class Data:
    def __init__(self, path):
        if not os.path.exists(path):
            self.file = h5py.File(path, "w")
            self.file.create_dataset("x", data=np.load("x.npy"))
            self.file.create_dataset("y", data=np.load("y.npy"))
        else:
            self.file = h5py.File(path, "r")
        self.x, self.y = self.file["x"][:], self.file["y"][:]


data = Data("cache.h5")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(data.x, data.y, epochs=5)
