"""Schedules that `functools.partial` gives all but the epoch, under a name, an attribute, or their own name again."""

import functools
from functools import partial

import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import LearningRateScheduler
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


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
        callbacks = [
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            LearningRateScheduler(lambda epoch: self.schedule(epoch) * hvd.size()),
            LearningRateScheduler(partial(halve, 10)),
        ]
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        model.fit(x[shard], y[shard], epochs=self.epochs, callbacks=callbacks, verbose=1 if hvd.rank() == 0 else 0)


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(10, activation="softmax")])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "sparse_categorical_crossentropy")
schedule = choose("cosine", 0.1, 0.001, 100)
warm_up = partial(warm_up, lr=0.1, epochs=5)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        LearningRateScheduler(lambda epoch: warm_up(epoch) * hvd.size()),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    x[shard],
    y[shard],
    epochs=100,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        LearningRateScheduler(lambda epoch: schedule(epoch) * hvd.size(), verbose=1 if hvd.rank() == 0 else 0),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
Trainer(100).fit(model, x, y)
