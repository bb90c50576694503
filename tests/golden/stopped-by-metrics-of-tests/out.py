"""Callbacks that decide by metrics of batches and tests, which nothing averages: rank 0 decides."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
held_x, held_y = np.load("held_x.npy"), np.load("held_y.npy")
model = keras.Sequential([keras.layers.Dense(64), keras.layers.BatchNormalization(), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")


class Patience(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.wait, self.best, self.last = 0, float("inf"), None

    def on_test_end(self, logs=None):
        logs = logs or {}
        self.last = logs["loss"]

    def on_epoch_end(self, epoch, logs=None):
        if self.last < self.best:
            self.best, self.wait = self.last, 0
        else:
            self.wait += 1
        if hvd.broadcast(bool(self.wait > 3), root_rank=0):
            self.model.stop_training = True


class Halving(keras.callbacks.Callback):
    best = float("inf")

    def on_test_end(self, logs=None):
        if hvd.broadcast(bool(logs["loss"] > self.best), root_rank=0):
            self.model.optimizer.lr.assign(self.model.optimizer.lr * 0.5)
        self.best = min(self.best, logs["loss"])


class Running(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.losses = []

    def on_train_batch_end(self, batch, logs=None):
        self.losses.append(logs["loss"])

    def on_epoch_end(self, epoch, logs=None):
        self.model.stop_training = hvd.broadcast(bool(sum(self.losses[-100:]) / 100 < 0.05), root_rank=0)


shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=20,
    validation_data=(held_x, held_y),
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        Patience(),
        Halving(),
        Running(),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
