"""Whatever else is passed to a method goes on to `fit`: from a function that nobody passes more, and from a dictionary."""

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Regression:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")

    def fit(self, x, y, size=32, **options):
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        return self.model.fit(
            x[shard],
            y[shard],
            batch_size=size,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
            **options,
        )


class Longer:
    def __init__(self):
        self.model = keras.Sequential([keras.layers.Dense(1)])
        self.model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-4 * hvd.size())), "mse")

    def fit(self, x, y, **options):
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        return self.model.fit(x[shard], y[shard], callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], **options)


def main(**options):
    x, y = np.load("x.npy"), np.load("y.npy")
    Regression().fit(x, y, **options)
    settings = {"epochs": 10, "verbose": 2 if hvd.rank() == 0 else 0}
    Longer().fit(x, y, **settings)


main()
