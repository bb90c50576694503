"""A script that trains two models, and sets by how much the rate of each falls in a step when it has compiled them."""

import numpy as np
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam
import horovod.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
steps = len(x) // 32 * 10


def make(units):
    model = Sequential([Dense(units, activation="relu"), Dense(1)])
    model.compile(hvd.DistributedOptimizer(Adam(lr=0.001 * hvd.size(), decay=1e-6 * hvd.size())), "mse")
    K.set_value(model.optimizer.decay, (10 ** (1 / (steps - 1)) - 1) * hvd.size())
    return model


small, large = make(8), make(64)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
small.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
large.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    large.save("large.h5")
