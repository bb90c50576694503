"""Functions that a callback is made of, which end the training by the metrics of an epoch: these are averaged."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
held_x, held_y = np.load("held_x.npy"), np.load("held_y.npy")
model = keras.Sequential([keras.layers.Dense(64), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")


def stop(epoch, logs):
    if logs["val_loss"] < 0.01:
        model.stop_training = True


done = keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: setattr(model, "stop_training", logs["loss"] < 0.001))
model.fit(x, y, epochs=20, validation_data=(held_x, held_y), callbacks=[keras.callbacks.LambdaCallback(on_epoch_end=stop), done])
