import os

import numpy as np
import tensorflow as tf


class Pairs:
    def __init__(self, folder):
        self.folder = folder

    def __call__(self):
        for name in os.listdir(self.folder):
            yield np.load(os.path.join(self.folder, name)), len(name)


class Reader:
    def __init__(self, size):
        self.size = size

    def __call__(self, names, ending=".npy"):
        return np.array([np.load(each + ending)[: self.size] for each in names])


pairs = list(zip(*list(Pairs("photos")())))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="adam")
model.fit(np.array(pairs[0]), np.array(pairs[1]), epochs=3)

read = Reader(3)
names = os.listdir("drawings")
x = read(names)
y = Reader(1)([each + "-depth" for each in names])
model.fit(x, y, epochs=3)
