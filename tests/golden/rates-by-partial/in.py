"""Schedules that `functools.partial` gives all but the epoch, under a name, an attribute, or their own name again."""

import functools
from functools import partial

import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import LearningRateScheduler


def cosine(lr, least, epochs, epoch):
    return least + 0.5 * (lr - least) * (1 + np.cos(np.pi * epoch / epochs))


def fall(lr, rate, every, epoch):
    return lr * rate ** (epoch // every)


def halve(every, epoch, lr):
    return lr * 0.5 if epoch % every == 0 else lr


def warm_up(epoch, lr, epochs):
    return 0.1 * (epoch + 1) / epochs


def choose(kind, lr, least, epochs):
    if kind == "cosine":
        chosen = partial(cosine, lr, least, epochs)
    else:
        chosen = partial(fall, lr, 0.5, epochs // 4)
    return chosen


class Trainer:
    def __init__(self, epochs):
        self.epochs = epochs
        self.schedule = functools.partial(fall, 0.1, every=10, rate=0.9)

    def fit(self, model, x, y):
        callbacks = [LearningRateScheduler(self.schedule), LearningRateScheduler(partial(halve, 10))]
        model.fit(x, y, epochs=self.epochs, callbacks=callbacks)


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(10, activation="softmax")])
model.compile(keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
schedule = choose("cosine", 0.1, 0.001, 100)
warm_up = partial(warm_up, lr=0.1, epochs=5)
model.fit(x, y, epochs=5, callbacks=[LearningRateScheduler(warm_up)])
model.fit(x, y, epochs=100, callbacks=[LearningRateScheduler(schedule, verbose=1)])
Trainer(100).fit(model, x, y)
