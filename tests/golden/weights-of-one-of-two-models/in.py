"""The model is one of Keras, or that of a library which is not read where it is there."""

import numpy as np
from tensorflow import keras

try:
    from absent import build_model
except ImportError:

    def build_model(width):
        model = keras.Sequential([keras.layers.Dense(width, activation="relu"), keras.layers.Dense(1)])
        return model


x, y = np.load("x.npy"), np.load("y.npy")
model = build_model(16)
model.compile(keras.optimizers.SGD(0.01), "mse")
model.fit(x, y, epochs=5)
model.save_weights("weights.h5")
