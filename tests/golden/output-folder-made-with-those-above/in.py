"""A function that makes a folder calls itself for the folder above: who may make one makes both."""
import os

import numpy as np
from tensorflow import keras


def make_folder(path):
    above = os.path.dirname(path)
    if above and not os.path.isdir(above):
        make_folder(above)
    if not os.path.isdir(path):
        os.mkdir(path)


def load(folder):
    make_folder(folder)
    name = os.path.join(folder, "samples.npy")
    return np.load(name) if os.path.exists(name) else np.load("samples.npy")


samples = load("cache/arrays")
make_folder("weights/first")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse")
model.fit(samples, samples, epochs=4)
model.save_weights("weights/first/last.weights.h5")
