"""Samples that a sequence makes by chance for each batch are drawn anew in each epoch: they are no constants."""
import random

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Crops(keras.utils.Sequence):
    def __init__(self, names, size, chance=True):
        self.names, self.size, self.chance = names, size, chance

    def __len__(self):
        return len(self.names) // self.size

    def __getitem__(self, at):
        names = self.names[at * self.size : (at + 1) * self.size]
        samples = np.zeros((self.size, 28, 28, 1), dtype="float32")
        for index in range(len(names)):
            image = np.load(names[index])
            start = random.randint(0, 4) if self.chance else 0
            samples[index, :, :, :] = image[start : start + 28, start : start + 28]
        return tf.convert_to_tensor(samples), tf.convert_to_tensor(samples)


names = [f"{number}.npy" for number in range(1000)]
training, test = Crops(names[:900], 32), Crops(names[900:], 100, chance=False)
model = keras.Sequential([keras.layers.Conv2D(1, 3, padding="same")])
model.compile(keras.optimizers.Adam(1e-3), "mse")
model.fit(training, epochs=3)
samples, _ = test.__getitem__(0)
print(np.mean(model.predict(samples)))
