"""Callbacks keep the step of their model in attributes: one computes a rate by it, and one names files after it."""

import numpy as np
import tensorflow as tf


class Rate(tf.keras.callbacks.Callback):
    def __init__(self, schedule):
        super().__init__()
        self.schedule = schedule

    def on_train_batch_begin(self, batch, logs=None):
        self.step = self.model.optimizer.iterations.numpy()
        tf.keras.backend.set_value(self.model.optimizer.lr, self.schedule(self.step))


class Names(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.steps = self.model.optimizer.iterations.numpy()
        self.model.save_weights(f"weights-{self.steps}.h5")


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
schedule = tf.keras.optimizers.schedules.CosineDecay(0.1, 3000)
model.fit(x, y, epochs=3, callbacks=[Rate(schedule), Names()])
