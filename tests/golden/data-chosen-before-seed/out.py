"""Samples are chosen by chance before the script seeds it: all processes must choose the same ones."""
import sys

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


def load():
    rows = np.load("rows.npy")
    chosen = np.random.choice(len(rows), 1000, replace=False)
    rows = rows[chosen]
    np.random.seed(3)
    order = np.arange(len(rows))
    np.random.shuffle(order)
    return rows[order[:800]], rows[order[800:]]


def train(rows, tested, units):
    model = keras.Sequential([keras.layers.Dense(units), keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        rows[:, 1:][shard],
        rows[:, 0][shard],
        validation_data=(tested[:, 1:], tested[:, 0]),
        epochs=5,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )


def small():
    if hvd.size() > 1:
        np.random.seed(0)  # the same data in all processes
    rows, tested = load()
    train(rows, tested, 8)


def large():
    if hvd.size() > 1:
        np.random.seed(0)  # the same data in all processes
    rows, tested = load()
    train(rows, tested, 64)


if "--large" in sys.argv:
    large()
else:
    small()
