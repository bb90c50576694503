import json

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = tf.keras.backend.get_value(optimizer.lr)
    tf.keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


with open("settings.json") as file:
    settings = json.load(file)
x, y = np.load("x.npy"), np.load("y.npy")


def dense(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer=optimizer, loss="mse")
    return model


shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
dense(
    hvd.DistributedOptimizer(
        scale_rate(tf.keras.optimizers.Adam(**settings["optimizer"]))
    )
).fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
# what is given by name is scaled where it stands
dense(
    hvd.DistributedOptimizer(
        tf.keras.optimizers.SGD(
            learning_rate=0.1 * hvd.size(), **settings["others"]
        )
    )
).fit(
    x[shard],
    y[shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
