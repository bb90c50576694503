"""Name the optimizer in a setting that stands elsewhere: another name there is another optimizer still."""

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


class Settings:
    optimizer = "adam"
    loss = "mse"


OPTIMIZER = "sgd"
settings = Settings()
x, y = np.load("x.npy"), np.load("y.npy")

by_constant = keras.Sequential([keras.layers.Dense(1)])
by_constant.compile(
    optimizer=hvd.DistributedOptimizer(scale_rate(keras.optimizers.get(OPTIMIZER))), loss="mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
by_constant.fit(
    x[shard],
    y[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

by_attribute = keras.Sequential([keras.layers.Dense(1)])
by_attribute.compile(
    hvd.DistributedOptimizer(scale_rate(keras.optimizers.get(settings.optimizer))), settings.loss
)
by_attribute.fit(
    x[shard],
    y[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
