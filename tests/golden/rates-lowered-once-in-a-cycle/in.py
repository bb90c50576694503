"""A rate falls at each step, and its top once in so many steps, or once at all: that is as often as before."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K


class Cyclic(keras.callbacks.Callback):
    def __init__(self, top, length, is_falling=True):
        super().__init__()
        self.top = top
        self.rate = top
        self.length = length
        self.is_falling = is_falling
        self.turn = 0

    def on_train_begin(self, logs=None):
        K.set_value(self.model.optimizer.lr, self.top)

    def on_train_batch_end(self, batch, logs=None):
        self.turn += 1
        if self.is_falling:
            self.rate *= 0.999
        if self.turn % self.length == 0:
            self.top *= 0.5
            self.rate = self.top
        K.set_value(self.model.optimizer.lr, self.rate)


class Drop(keras.callbacks.Callback):
    """Lowers its rate once, at a step."""

    def __init__(self, rate, milestone, mode="steep"):
        super().__init__()
        self.rate = rate
        self.milestone = milestone
        self.mode = mode
        self.turn = 0

    def on_train_batch_end(self, batch, logs=None):
        self.turn += 1
        if self.turn == self.milestone:
            self.rate *= 0.1
        if self.mode == "steep":
            self.rate *= 0.9999
        K.set_value(self.model.optimizer.lr, self.rate)


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.1), "mse")
model.fit(x, y, epochs=10, callbacks=[Cyclic(0.1, 1000), Drop(0.1, 2000)])
