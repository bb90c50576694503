"""Make the callbacks that a file names: one line adds some that all processes need, and some that write."""

import json

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint, ReduceLROnPlateau
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def made(name, given):
    if name == "stop":
        return EarlyStopping(**given)
    return ModelCheckpoint(**given)


class Watchers:
    def __init__(self):
        self.all = [hvd.callbacks.MetricAverageCallback()]

    def take(self, watcher):
        self.all.append(watcher)


def network():
    model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
    return model


with open("train.json") as file:
    options = json.load(file)
x, y = np.load("x.npy"), np.load("y.npy")

first = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
for name, given in options["first"].items():
    first.append(made(name, given))
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
network().fit(
    x[shard],
    y[shard],
    validation_split=0.2,
    callbacks=first,
    epochs=30,
    verbose=1 if hvd.rank() == 0 else 0,
)

KINDS = {"log": CSVLogger, "slow": ReduceLROnPlateau}
second = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
for name, given in options["second"].items():
    second.append(KINDS[name](**given))
network().fit(
    x[shard],
    y[shard],
    validation_split=0.2,
    callbacks=second,
    epochs=30,
    verbose=1 if hvd.rank() == 0 else 0,
)

watchers = Watchers()
watchers.take(EarlyStopping(patience=3))
watchers.take(ModelCheckpoint("third.h5"))
network().fit(
    x[shard],
    y[shard],
    validation_split=0.2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *watchers.all],
    epochs=30,
    verbose=1 if hvd.rank() == 0 else 0,
)

fourth = [getattr(tf.keras.callbacks, name)(**given) for name, given in options["fourth"].items()]
network().fit(
    x[shard],
    y[shard],
    validation_split=0.2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *fourth],
    epochs=30,
    verbose=1 if hvd.rank() == 0 else 0,
)

fifth = [hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback()]
for each in [EarlyStopping(patience=3), *([ModelCheckpoint("fifth.h5")] if hvd.rank() == 0 else [])]:
    fifth.append(each)
network().fit(
    x[shard],
    y[shard],
    validation_split=0.2,
    callbacks=fifth,
    epochs=30,
    verbose=1 if hvd.rank() == 0 else 0,
)
