import numpy as np
import tensorflow as tf


def waves(epochs, highest, lowest=0.0):
    def rate_of(epoch, lr=None):
        done = min(epochs, epoch) / epochs
        lr = lowest + 0.5 * (highest - lowest) * (1 + np.cos(done * np.pi))
        return lr

    return rate_of


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
rates = tf.keras.callbacks.LearningRateScheduler(waves(20, 0.1))
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=20, callbacks=[rates])
