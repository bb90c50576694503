"""Callbacks that end the training by what the model gives for data of their own: one keeps it from epoch to epoch."""

import sys

import numpy as np
from tensorflow import keras


class Patience(keras.callbacks.Callback):
    def __init__(self, x):
        super().__init__()
        self.x = x
        self.means = []

    def on_epoch_begin(self, epoch, logs=None):
        self.means.append(np.mean(self.model.predict(self.x, verbose=0)))

    def on_epoch_end(self, epoch, logs=None):
        if epoch > 5:
            if self.means[-1] < min(self.means[:-1]):
                print("worse than ever")
                sys.exit()


class Enough(keras.callbacks.Callback):
    def __init__(self, x):
        super().__init__()
        self.x = x
        self.best, self.waited = 0.0, 0

    def on_epoch_end(self, epoch, logs=None):
        mean = self.measure()
        if mean > self.best:
            self.best, self.waited = mean, 0
        else:
            self.waited += 1
            if self.waited > 3:
                self.model.stop_training = True

    def measure(self):
        return np.mean(self.model.predict(self.x, verbose=0))


x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(x, x[:, :1], epochs=30, callbacks=[Patience(x[:10]), Enough(x[:10])])
