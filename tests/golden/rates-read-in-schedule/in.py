"""Schedules of the epoch that read the rate of the model's optimizer, which is scaled already, and fall from it."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(10, activation="softmax")])
model.compile(keras.optimizers.Adam(0.001), "sparse_categorical_crossentropy")


def halve(epoch):
    lr = keras.backend.get_value(model.optimizer.lr)
    if epoch % 10 == 0 and epoch != 0:
        lr = lr * 0.5
    return lr


def fall(epoch):
    return model.optimizer.learning_rate.numpy() * tf.math.exp(-0.1)


callbacks = [
    keras.callbacks.LearningRateScheduler(halve),
    keras.callbacks.LearningRateScheduler(fall),
    keras.callbacks.LearningRateScheduler(lambda epoch: 0.1 / (epoch + 1)),
]
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=30, callbacks=callbacks)
