"""The rate is set by a callback of the script's own, which asks a schedule that is chosen by an option."""

import argparse

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K

parser = argparse.ArgumentParser()
parser.add_argument("--schedule", default="stairs")
parser.add_argument("--rate", type=float, default=0.1)
args = parser.parse_args()


class Scheduler(keras.callbacks.Callback):
    def __init__(self, schedule):
        super().__init__()
        self.schedule = schedule

    def on_epoch_begin(self, epoch, logs=None):
        rate = float(K.get_value(self.model.optimizer.lr))
        rate = self.schedule(epoch, rate)
        K.set_value(self.model.optimizer.lr, rate)


def stairs(epoch, rate):
    rate = args.rate
    if epoch > 10:
        rate *= 0.1
    return rate


def slope(epoch, rate):
    return rate * 0.9


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(args.rate), "mse")
model.fit(x, y, epochs=20, callbacks=[Scheduler(slope if args.schedule == "slope" else stairs)])
