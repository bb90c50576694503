import os

import numpy as np
import tensorflow as tf


class Spectrograms(tf.keras.utils.Sequence):
    def __init__(self, folder, batch_size):
        self.folder = folder
        self.batch_size = batch_size
        self.cache = os.path.join(folder, "cache.npz")
        if not os.path.isfile(self.cache):
            self._build()
        with np.load(self.cache) as arrays:
            self.x, self.y = arrays["x"], arrays["y"]

    def _build(self):
        x = np.loadtxt(os.path.join(self.folder, "x.csv"), delimiter=",")
        y = np.loadtxt(os.path.join(self.folder, "y.csv"), delimiter=",")
        np.savez(self.cache, x=x, y=y)

    def on_epoch_end(self):
        self._build()
        with np.load(self.cache) as arrays:
            self.x = arrays["x"]

    def __len__(self):
        return len(self.x) // self.batch_size

    def __getitem__(self, index):
        batch = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return self.x[batch], self.y[batch]


def get_sequences(folder, batch_size=32):
    train = Spectrograms(os.path.join(folder, "train"), batch_size)
    validation = Spectrograms(os.path.join(folder, "validation"), batch_size)
    return train, validation


train, validation = get_sequences("data")
model = tf.keras.Sequential([tf.keras.layers.Dense(64, "relu"), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(train, validation_data=validation, epochs=30)
model.save("model.h5")
