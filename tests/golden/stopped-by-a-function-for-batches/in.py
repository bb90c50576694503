"""A function that a callback is made of ends the training by a batch of its own process: that stays refused."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
held_x, held_y = np.load("held_x.npy"), np.load("held_y.npy")
model = keras.Sequential([keras.layers.Dense(64), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")


def stop(batch, logs):
    model.stop_training = logs["loss"] < 0.01


model.fit(x, y, epochs=20, callbacks=[keras.callbacks.LambdaCallback(on_train_batch_end=stop)])
