"""Let a file say how samples are split: whether by a seed, no argument shows."""

import json

import numpy as np
from sklearn.model_selection import KFold, train_test_split
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def network():
    model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
    return model


with open("train.json") as file:
    options = json.load(file)
seen = {"test_size": 0.2, "random_state": 3}
x, y = np.load("x.npy"), np.load("y.npy")
first, held, labels, held_labels = train_test_split(x, y, **options["split"])
shard = slice(hvd.rank(), len(first) // hvd.size() * hvd.size(), hvd.size())
network().fit(
    first[shard],
    labels[shard],
    validation_data=(held, held_labels),
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
for rows, others in KFold(**options["folds"]).split(x):
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    network().fit(
        x[rows][shard],
        y[rows][shard],
        validation_data=(x[others], y[others]),
        epochs=10,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
second, kept, classes, kept_classes = train_test_split(x, y, **seen)
shard = slice(hvd.rank(), len(second) // hvd.size() * hvd.size(), hvd.size())
network().fit(
    second[shard],
    classes[shard],
    validation_data=(kept, kept_classes),
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
