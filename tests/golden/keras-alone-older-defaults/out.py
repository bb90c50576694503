import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Nadam
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = keras.backend.get_value(optimizer.lr)
    keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


x, y = np.load("x.npy"), np.load("y.npy")

coarse = Sequential([Dense(16, activation="relu"), Dense(1)])
coarse.compile(
    loss="mse",
    optimizer=hvd.DistributedOptimizer(
        scale_rate(keras.optimizers.get("adadelta"))
    ),
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
coarse.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

fine = Sequential([Dense(64, activation="relu"), Dense(1)])
fine.compile(
    loss="mse", optimizer=hvd.DistributedOptimizer(scale_rate(Nadam()))
)
fine.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

linear = Sequential([Dense(1)])
linear.compile(
    loss="mse",
    optimizer=hvd.DistributedOptimizer(
        type(keras.optimizers.get("rmsprop"))(0.001 * hvd.size())
    ),
)
linear.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
