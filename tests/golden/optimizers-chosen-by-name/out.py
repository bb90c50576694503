"""Choose the optimizer by a name: the rate that each class has by default is its own."""

import sys

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


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = keras.backend.get_value(optimizer.lr)
    keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


KINDS = {"adam": keras.optimizers.Adam, "sgd": keras.optimizers.SGD, "rms": keras.optimizers.RMSprop}
ALIKE = {"adam": keras.optimizers.Adam, "rms": keras.optimizers.RMSprop}

x, y = np.load("x.npy"), np.load("y.npy")
for optimizer in (
    hvd.DistributedOptimizer(scale_rate(KINDS[sys.argv[1]]())),
    hvd.DistributedOptimizer(KINDS[sys.argv[1]](float(sys.argv[2]) * hvd.size())),
    hvd.DistributedOptimizer(ALIKE[sys.argv[3]](learning_rate=0.001 * hvd.size())),
):
    model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        epochs=10,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
