"""A script that seeds by a number drawn by chance, and then draws which samples it trains on."""

import numpy as np
from tensorflow import keras

data, labels = np.load("data.npy"), np.load("labels.npy")
np.random.seed(np.random.randint(10000))
mask = np.random.rand(len(data)) < 0.8
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(data[mask], labels[mask], epochs=5, validation_data=(data[~mask], labels[~mask]))
