"""Let a file say how the rate falls: it has the steps of the schedules, which no argument shows."""

import json

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

with open("train.json") as file:
    options = json.load(file)
seen = {"decay_steps": 1000 / hvd.size(), "decay_rate": 0.9}

x, y = np.load("x.npy"), np.load("y.npy")
for rate in (
    keras.optimizers.schedules.ExponentialDecay(0.1 * hvd.size(), **options["exponential"]),
    keras.optimizers.schedules.ExponentialDecay(0.1 * hvd.size(), **seen),
):
    model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(rate)), "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=10,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
