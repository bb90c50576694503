"""Objects that give the rate of an epoch when they are called: made in place, named, and one that counts its calls."""
import sys

import numpy as np
import tensorflow as tf


class Steps:
    def __init__(self, epochs, rate):
        self.epochs = epochs
        self.rate = rate

    def __call__(self, epoch):
        if epoch < self.epochs // 2:
            return self.rate
        return self.rate * 0.1


class Falling:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, epoch):
        self.rate *= 0.9
        return self.rate


data = np.load("data.npz")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.05), "mse")
falling = Falling(0.05)
if "--falling" in sys.argv:
    scheduler = tf.keras.callbacks.LearningRateScheduler(falling)
else:
    scheduler = tf.keras.callbacks.LearningRateScheduler(Steps(30, 0.05))
model.fit(data["x"], data["y"], epochs=30, callbacks=[scheduler])
