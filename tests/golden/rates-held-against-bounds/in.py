"""Floors, steps and thresholds stand beside the rate that the optimizer has, which has grown."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K

SMALLEST = 1e-6


class Fall(tf.keras.callbacks.Callback):
    def __init__(self, floor=1e-5):
        super().__init__()
        self.floor = floor

    def on_epoch_end(self, epoch, logs=None):
        rate = float(K.get_value(self.model.optimizer.learning_rate))
        if epoch > 3:
            rate *= 0.5
        K.set_value(self.model.optimizer.learning_rate, max(rate, self.floor))


class End(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        rate = self.model.optimizer.learning_rate.numpy()
        rate -= 1e-5
        if rate <= 0 or np.log10(rate) < -6:
            self.model.stop_training = True
        elif rate < SMALLEST:
            self.model.stop_training = True


def limited(epoch, rate):
    if rate < SMALLEST:
        return rate
    return np.clip(rate * 0.9, SMALLEST, 0.1)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(
    np.load("x.npy"),
    np.load("y.npy"),
    epochs=10,
    callbacks=[
        Fall(),
        End(),
        tf.keras.callbacks.LearningRateScheduler(limited),
        tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", min_lr=SMALLEST),
        tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", min_lr=0),
    ],
)
