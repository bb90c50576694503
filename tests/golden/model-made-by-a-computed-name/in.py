"""A model that is made by what a computed name stands for, and compiled there, by which it is known."""

import sys

import numpy as np
from tensorflow import keras


class Small:
    @staticmethod
    def model():
        return keras.Sequential([keras.layers.Dense(1)])


def made(name):
    model = getattr(sys.modules[__name__], name).model()
    model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
    return model


samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = made(sys.argv[1])
model.fit(samples, labels, batch_size=32, epochs=3)
