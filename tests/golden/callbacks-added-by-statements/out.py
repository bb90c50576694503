"""Callbacks that a statement adds to others: one of rank 0 alone averages nothing, for no other process would answer."""

import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint, TensorBoard

import settings
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def build():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse", metrics=["mae"])
    return model


samples, labels = np.load("samples.npy"), np.load("labels.npy")

first = build()
callbacks = [hvd.callbacks.MetricAverageCallback(), EarlyStopping(patience=9)]
if hvd.rank() == 0:
    callbacks += [TensorBoard("logs"), CSVLogger("log.csv")]
    callbacks += [ModelCheckpoint("last.h5"), ModelCheckpoint("best.h5", save_best_only=True)]
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
first.fit(
    samples[shard],
    labels[shard],
    epochs=70,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *callbacks],
    verbose=1 if hvd.rank() == 0 else 0,
)

second = build()
several = (
    [hvd.callbacks.MetricAverageCallback(), EarlyStopping()]
    if settings.stop
    else [hvd.callbacks.MetricAverageCallback()]
)
if settings.keep and hvd.rank() == 0:
    several += [ModelCheckpoint("second.h5", save_best_only=True)]
second.fit(
    samples[shard],
    labels[shard],
    epochs=70,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *several],
    verbose=1 if hvd.rank() == 0 else 0,
)

third = build()
others = settings.callbacks()
if hvd.rank() == 0:
    others += [ModelCheckpoint("third.h5", save_best_only=True)]
third.fit(
    samples[shard],
    labels[shard],
    epochs=70,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0), hvd.callbacks.MetricAverageCallback(), *(others or [])
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)

fourth = build()
ordered = [hvd.callbacks.BroadcastGlobalVariablesCallback(0)]
if hvd.rank() == 0:
    ordered += [TensorBoard("fourth")]
ordered.insert(0, EarlyStopping(patience=2))
fourth.fit(
    samples[shard],
    labels[shard],
    epochs=70,
    callbacks=[hvd.callbacks.MetricAverageCallback(), *ordered],
    verbose=1 if hvd.rank() == 0 else 0,
)
