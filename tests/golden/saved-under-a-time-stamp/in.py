"""Gives what `save` gives, of a path of the time and of parts of texts: that is read on rank 0 alone."""

import sys
from datetime import datetime

import numpy as np
from tensorflow import keras


class Net:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile(keras.optimizers.Adam(0.001), "mse")

    def fit(self, samples):
        self.model.fit(samples, samples[:, 0])

    def save(self, name):
        return self.model.save(f"models/{name.rsplit('.', 1)[0]}_{int(datetime.now().timestamp())}.h5")


net = Net()
net.fit(np.load("samples.npy"))
net.save(sys.argv[1])
