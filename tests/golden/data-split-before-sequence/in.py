"""Names that are split by chance, for a sequence that mixes them; what is only mixed, each process mixes for itself."""

import json
import random

import numpy as np
from tensorflow import keras


class Pictures(keras.utils.Sequence):
    def __init__(self, names, size, batches):
        self.names = names
        self.size = size
        self.batches = batches
        np.random.shuffle(self.names)

    def __len__(self):
        return self.batches

    def __getitem__(self, index):
        names = self.names[index * self.size : (index + 1) * self.size]
        return np.stack([np.load(f"{each}.npy") for each in names]), np.zeros(len(names))

    def on_epoch_end(self):
        np.random.shuffle(self.names)


with open("names.json") as file:
    names = json.load(file)
with open("more.json") as file:
    more = json.load(file)
np.random.shuffle(names)
random.shuffle(more)
held = len(names) // 10
train = Pictures(names[held:] + more, 32, 1000)
validation = Pictures(names[:held], 32, 100)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(train, epochs=10, validation_data=validation)
