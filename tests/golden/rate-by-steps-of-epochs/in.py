"""Callbacks compute the rate by how many steps Keras counts in an epoch, and by no count of steps."""

import numpy as np
import tensorflow as tf


class Falling(tf.keras.callbacks.Callback):
    """Lets the rate fall until a number of steps, epoch by epoch."""

    def on_epoch_begin(self, epoch, logs=None):
        self.model.optimizer.learning_rate = 0.1 * (1 - epoch * self.params["steps"] / 20000)


class FallingBySum(tf.keras.callbacks.Callback):
    """Does so by a sum of the steps of all epochs."""

    taken = 0

    def on_epoch_end(self, epoch, logs=None):
        self.taken += self.params["steps"]
        self.model.optimizer.learning_rate = 0.1 * (1 - self.taken / 20000)


class Rising(tf.keras.callbacks.Callback):
    """Lets the rate grow with the part of an epoch that is over."""

    def on_train_batch_begin(self, batch, logs=None):
        self.model.optimizer.learning_rate = 0.1 * batch / self.params["steps"]


def fit(callback):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(samples, values, epochs=10, batch_size=32, callbacks=[callback])


samples, values = np.load("samples.npy"), np.load("values.npy")
fit(Falling())
fit(FallingBySum())
fit(Rising())
