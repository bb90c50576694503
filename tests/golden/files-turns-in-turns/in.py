"""What is fetched is fetched where a prepared file is made, unless that is there: one turn is enough for both."""
import os

import numpy as np
import tensorflow as tf

PREPARED = "prepared.npy"


def fetch():
    path = tf.keras.utils.get_file("rows.csv", "https://example.org/rows.csv")
    return np.loadtxt(path, delimiter=",")


class Rows:
    def __init__(self):
        self.rows = None

    def download(self):
        self.rows = fetch()

    def load(self):
        if os.path.exists(PREPARED):
            return np.load(PREPARED)
        self.download()
        np.save(PREPARED, self.rows / self.rows.max())
        return self.rows / self.rows.max()


rows = Rows().load()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.01), "mse")
model.fit(rows[:, 1:], rows[:, 0], epochs=3)
