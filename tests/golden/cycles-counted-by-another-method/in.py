"""One method of a callback counts steps, another the cycles of so many steps: those are as many as before."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K


class Cyclic(keras.callbacks.Callback):
    def __init__(self, low, high, length):
        super().__init__()
        self.low = low
        self.high = high
        self.length = length
        self.turn = 0
        self.cycle = 0

    def rate(self):
        if self.turn % self.length == 0:
            self.cycle += 1
        place = self.turn % self.length / self.length
        return self.low + (self.high - self.low) * (1 - place) / self.cycle

    def on_train_batch_begin(self, batch, logs=None):
        K.set_value(self.model.optimizer.lr, self.rate())
        self.turn += 1


class Warm(keras.callbacks.Callback):
    """Counts each step, in a method of its own, while a switch is on: no other count decides it."""

    def __init__(self, rate, steps):
        super().__init__()
        self.rate = rate
        self.steps = steps
        self.taken = 0
        self.is_on = True

    def count(self):
        if self.is_on:
            self.taken += 1

    def on_train_batch_begin(self, batch, logs=None):
        self.count()
        if self.taken < self.steps:
            K.set_value(self.model.optimizer.lr, self.rate * self.taken / self.steps)


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.1), "mse")
model.fit(x, y, epochs=10, callbacks=[Cyclic(0.001, 0.1, 100), Warm(0.1, 500)])
