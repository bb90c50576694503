"""The best weights of a model that a function has fitted: rank 0 alone has the file, reads it, and all take them."""

import numpy as np
from tensorflow import keras

samples, labels = np.load("samples.npy"), np.load("labels.npy")
held, told = np.load("held.npy"), np.load("told.npy")
model = keras.Sequential([keras.layers.Dense(10)])
model.compile("sgd", "mse")


def train():
    best = keras.callbacks.ModelCheckpoint("best.h5", save_best_only=True, save_weights_only=True)
    model.fit(samples, labels, validation_data=(held, told), epochs=20, callbacks=[best])


train()
model.load_weights("best.h5")
print(model.evaluate(held, told))
