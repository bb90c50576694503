"""Inputs that a model gets by their names: each of them is divided."""

from collections import OrderedDict

import numpy as np
import pandas as pd
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

frame = pd.read_csv("samples.csv")
target = frame.pop("y")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())),
    "mse",
)
shard = slice(hvd.rank(), len(target) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    {key: part[shard] for key, part in dict(frame).items()},
    target[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    {
        key: part[shard]
        for key, part in dict(a=np.ones(9), b=np.ones(9)).items()
    },
    target[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
inputs = OrderedDict(frame)
model.fit(
    {key: part[shard] for key, part in inputs.items()},
    target[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
named = {name: np.array(value) for name, value in frame.items()}
model.fit(
    {key: part[shard] for key, part in named.copy().items()},
    target[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    {key: part[shard] for key, part in frame.to_dict("list").items()},
    target[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    [part[shard] for part in list(named.values())],
    target[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
