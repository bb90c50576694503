import sys

import numpy as np
from keras import optimizers
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def build(optimizer="optimizers.Adam()"):
    model = Sequential([Dense(1)])
    model.compile(
        loss="mse",
        optimizer=hvd.DistributedOptimizer(
            keras.optimizers.get(eval(optimizer))
        ),
    )
    return model


first = build(sys.argv[1])
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
first.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

second = Sequential([Dense(1)])
second.compile(
    loss="mse",
    optimizer=hvd.DistributedOptimizer(optimizers.SGD(lr=0.1 * hvd.size())),
)
second.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
