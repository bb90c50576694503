"""A script whose option tells after how many steps its model is saved: a number of them, or each epoch."""

import argparse

import numpy as np
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--save-freq", default="epoch")
options = parser.parse_args()
frequency = int(options.save_freq) if options.save_freq.isdigit() else options.save_freq

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
saved = keras.callbacks.ModelCheckpoint("model.h5", save_freq=frequency)
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=5, callbacks=[saved])
