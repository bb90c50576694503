"""Callbacks that decide by metrics of batches and tests, which nothing averages: rank 0 decides."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
held_x, held_y = np.load("held_x.npy"), np.load("held_y.npy")
model = keras.Sequential([keras.layers.Dense(64), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")


class Patience(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.wait, self.best, self.last = 0, float("inf"), None

    def on_test_end(self, logs=None):
        logs = logs or {}
        self.last = logs["loss"]

    def on_epoch_end(self, epoch, logs=None):
        if self.last < self.best:
            self.best, self.wait = self.last, 0
        else:
            self.wait += 1
        if self.wait > 3:
            self.model.stop_training = True


class Halving(keras.callbacks.Callback):
    best = float("inf")

    def on_test_end(self, logs=None):
        if logs["loss"] > self.best:
            self.model.optimizer.lr.assign(self.model.optimizer.lr * 0.5)
        self.best = min(self.best, logs["loss"])


class Running(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.losses = []

    def on_train_batch_end(self, batch, logs=None):
        self.losses.append(logs["loss"])

    def on_epoch_end(self, epoch, logs=None):
        self.model.stop_training = sum(self.losses[-100:]) / 100 < 0.05


model.fit(x, y, epochs=20, validation_data=(held_x, held_y), callbacks=[Patience(), Halving(), Running()])
