"""Callbacks set the rate by the batch that Keras counts: by the steps of all epochs, and by the part of an epoch."""
import math

import tensorflow as tf


class Cosine(tf.keras.callbacks.Callback):
    """Lets the rate fall until a number of steps."""

    def __init__(self, top, total):
        super().__init__()
        self.top, self.total = top, total
        self.epoch = 0

    def on_epoch_begin(self, epoch, logs=None):
        self.epoch = epoch

    def on_train_batch_begin(self, batch, logs=None):
        taken = batch + self.epoch * self.params["steps"]
        rate = self.top * 0.5 * (1 + math.cos(math.pi * taken / self.total))
        tf.keras.backend.set_value(self.model.optimizer.learning_rate, rate)


class Ramp(tf.keras.callbacks.Callback):
    """Lets the rate grow in each epoch."""

    def on_train_batch_begin(self, batch, logs=None):
        part = batch / self.params["steps"]
        tf.keras.backend.set_value(self.model.optimizer.learning_rate, 0.1 * part)


def fit(x, y, callback):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(x, y, epochs=10, batch_size=32, callbacks=[callback])


rows = tf.ones([640, 2]).numpy()
fit(rows, rows[:, :1], Cosine(0.1, 200))
fit(rows, rows[:, :1], Ramp())
