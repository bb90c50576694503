"""A callback keeps what the model gives for its data, which has a name first, and ends the training by it."""

import numpy as np
from tensorflow import keras


class Patience(keras.callbacks.Callback):
    def __init__(self, x):
        super().__init__()
        self.x = x
        self.means = []

    def on_epoch_begin(self, epoch, logs=None):
        given = self.model.predict(self.x, verbose=0)
        mean = np.mean(given)
        self.means.append(mean)

    def on_epoch_end(self, epoch, logs=None):
        if epoch > 5 and self.means[-1] < min(self.means[:-1]):
            self.model.stop_training = True


x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(x, x[:, :1], epochs=30, callbacks=[Patience(x[:10])])
