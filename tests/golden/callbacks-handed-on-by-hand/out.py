"""Callbacks that are run by hand, handed on to functions and objects: rank 0 runs them, and what only writes by them."""

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


def write_log(callback, names, logs, step):
    for name, value in zip(names, logs):
        callback.writer.add_summary(summary(name, value), step)
        callback.writer.flush()


def summary(name, value):
    made = tf.compat.v1.Summary()
    part = made.value.add()
    part.tag, part.simple_value = name, value
    return made


class Trainer:
    def __init__(self, board):
        self.board = board

    def train(self, model, x, y):
        if hvd.rank() == 0:
            self.board.set_model(model)
        for step in range(max(1, 1000 // hvd.size())):
            chosen = np.random.randint(0, len(x), 32)
            loss = model.train_on_batch(x[chosen], y[chosen])
            # Horovod: once, after the first step, which has made all variables
            if not getattr(model, "hvd_broadcast_done", False):
                broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
                broadcast.set_model(model)
                broadcast.on_batch_end(0)
                model.hvd_broadcast_done = True
            if hvd.rank() == 0:
                self.board.on_epoch_end(step, {"loss": loss})
        if hvd.rank() == 0:
            self.board.on_train_end(None)


def fit(model, x, y, callback):
    if hvd.rank() == 0:
        callback.set_model(model)
    for step in range(max(1, 1000 // hvd.size())):
        chosen = np.random.randint(0, len(x), 32)
        loss = model.train_on_batch(x[chosen], y[chosen])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        if hvd.rank() == 0:
            callback.on_epoch_end(step, {"loss": loss})


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
Trainer(keras.callbacks.TensorBoard("logs")).train(model, x, y)
fit(model, x, y, callback=keras.callbacks.CSVLogger("log.csv"))
board = keras.callbacks.TensorBoard("more")
if hvd.rank() == 0:
    board.set_model(model)
for step in range(max(1, 100 // hvd.size())):
    chosen = np.random.randint(0, len(x), 32)
    loss = model.train_on_batch(x[chosen], y[chosen])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
    if hvd.rank() == 0:
        write_log(board, ["train_loss"], [loss], step)
