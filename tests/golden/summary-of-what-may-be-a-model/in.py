"""A function that nobody calls shows what may be a model, and loads one otherwise."""

import numpy as np
from tensorflow import keras

def test(model=None, name=None):
    if not model:
        model = keras.models.load_model(name)
    model.summary()
    return model.evaluate(x, x[:, :1])

x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(x, x[:, :1])
