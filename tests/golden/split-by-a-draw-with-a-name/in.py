"""Each sample is trained on or held back by a draw that has a name: all processes must draw alike."""

import numpy as np
from tensorflow import keras

train, held_back = [], []
for sample in np.load("x.npy"):
    is_held_back = np.random.rand() < 0.2
    if is_held_back:
        held_back.append(sample)
    else:
        train.append(sample)
train, held_back = np.array(train), np.array(held_back)
model = keras.Sequential([keras.layers.Dense(8)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(train, train, epochs=30, validation_data=(held_back, held_back))
