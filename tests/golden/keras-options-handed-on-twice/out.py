"""Whatever else is passed to a function goes on to `fit`: one call of it passes more, another does not."""

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


def train(x, y, **options):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        **{**options, **({} if hvd.rank() == 0 else {"verbose": 0})},
    )


train(np.load("x.npy"), np.load("y.npy"))
train(np.load("x.npy"), np.load("y.npy"), verbose=2)
