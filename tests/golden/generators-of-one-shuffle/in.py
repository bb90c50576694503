"""Two generators of one class shuffle again and again, each in a thread of its own."""

import numpy as np
from sklearn.utils import shuffle
from tensorflow import keras

class Batches:
    def __init__(self, x):
        self.x = x
        self.at = 0
    def next_batch(self):
        while True:
            if self.at + 16 > len(self.x):
                self.at = 0
                self.mix()
            yield self.x[self.at : self.at + 16], self.x[self.at : self.at + 16, :1]
            self.at += 16
    def mix(self):
        self.x = shuffle(self.x)

x = np.load("x.npy")
train, valid = Batches(x[:1000]), Batches(x[1000:])
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(train.next_batch(), steps_per_epoch=60, validation_data=valid.next_batch(), validation_steps=10)
