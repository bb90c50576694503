"""Optimizers that an option or a file of settings names: they are built, and the rate that they have then is scaled."""
import argparse
import json

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = keras.backend.get_value(optimizer.lr)
    keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


parser = argparse.ArgumentParser()
parser.add_argument("--optimizer", default="adam")
options = parser.parse_args()
with open("settings.json") as file:
    settings = json.load(file)

x, y = np.load("x.npy"), np.load("y.npy")
coarse = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
coarse.compile(optimizer=hvd.DistributedOptimizer(scale_rate(keras.optimizers.get(options.optimizer))), loss="mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
coarse.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

fine = keras.Sequential([keras.layers.Dense(settings["units"], activation="relu"), keras.layers.Dense(1)])
fine.compile(hvd.DistributedOptimizer(scale_rate(keras.optimizers.get(settings["optimizer"]))), "mse")
fine.fit(
    x[shard],
    y[shard],
    epochs=settings["epochs"],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
