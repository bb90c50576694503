"""Make the callbacks that a file names: one line adds some that all processes need, and some that write."""

import json

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint, ReduceLROnPlateau


def made(name, given):
    if name == "stop":
        return EarlyStopping(**given)
    return ModelCheckpoint(**given)


class Watchers:
    def __init__(self):
        self.all = []

    def take(self, watcher):
        self.all.append(watcher)


def network():
    model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(1e-3), "mse")
    return model


with open("train.json") as file:
    options = json.load(file)
x, y = np.load("x.npy"), np.load("y.npy")

first = []
for name, given in options["first"].items():
    first.append(made(name, given))
network().fit(x, y, validation_split=0.2, callbacks=first, epochs=30)

KINDS = {"log": CSVLogger, "slow": ReduceLROnPlateau}
second = []
for name, given in options["second"].items():
    second.append(KINDS[name](**given))
network().fit(x, y, validation_split=0.2, callbacks=second, epochs=30)

watchers = Watchers()
watchers.take(EarlyStopping(patience=3))
watchers.take(ModelCheckpoint("third.h5"))
network().fit(x, y, validation_split=0.2, callbacks=watchers.all, epochs=30)

fourth = [getattr(tf.keras.callbacks, name)(**given) for name, given in options["fourth"].items()]
network().fit(x, y, validation_split=0.2, callbacks=fourth, epochs=30)

fifth = []
for each in [EarlyStopping(patience=3), ModelCheckpoint("fifth.h5")]:
    fifth.append(each)
network().fit(x, y, validation_split=0.2, callbacks=fifth, epochs=30)
