"""Callbacks that are run by hand, handed on to functions and objects: rank 0 runs them, and what only writes by them."""

import numpy as np
import tensorflow as tf
from tensorflow import keras


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
        self.board.set_model(model)
        for step in range(1000):
            chosen = np.random.randint(0, len(x), 32)
            loss = model.train_on_batch(x[chosen], y[chosen])
            self.board.on_epoch_end(step, {"loss": loss})
        self.board.on_train_end(None)


def fit(model, x, y, callback):
    callback.set_model(model)
    for step in range(1000):
        chosen = np.random.randint(0, len(x), 32)
        loss = model.train_on_batch(x[chosen], y[chosen])
        callback.on_epoch_end(step, {"loss": loss})


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
Trainer(keras.callbacks.TensorBoard("logs")).train(model, x, y)
fit(model, x, y, callback=keras.callbacks.CSVLogger("log.csv"))
board = keras.callbacks.TensorBoard("more")
board.set_model(model)
for step in range(100):
    chosen = np.random.randint(0, len(x), 32)
    loss = model.train_on_batch(x[chosen], y[chosen])
    write_log(board, ["train_loss"], [loss], step)
