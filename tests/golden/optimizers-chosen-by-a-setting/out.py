"""Dictionaries of optimizers of which a setting chooses one, and one that is named."""

import numpy as np
from tensorflow import keras
from tensorflow.keras.optimizers import SGD, Adam
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

kind, rate = "sgd", 0.01
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
optimizer = {
    "adam": hvd.DistributedOptimizer(
        Adam(learning_rate=rate * hvd.size(), beta_1=0.9)
    ),
    "sgd": hvd.DistributedOptimizer(
        SGD(learning_rate=rate * hvd.size(), momentum=0.9)
    ),
}[kind]
model.compile(optimizer, "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

optimizers = {
    "rmsprop": hvd.DistributedOptimizer(keras.optimizers.RMSprop(0.001 * hvd.size())),
    "adam": hvd.DistributedOptimizer(Adam(0.001 * hvd.size())),
}
chosen = "adam"
other = keras.Sequential([keras.layers.Dense(1)])
other.compile(optimizers[chosen], "mse")
other.fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

pair = {
    "first": hvd.DistributedOptimizer(Adam(0.01 * hvd.size())), "second": SGD(0.02)
}
third = keras.Sequential([keras.layers.Dense(1)])
third.compile(pair["first"], "mse")
third.fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
