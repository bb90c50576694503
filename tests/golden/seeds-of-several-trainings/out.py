"""Train three models one after another; a seed holds from where it is set to where the next one is."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.arange(64.0).reshape(-1, 1)


def trained(rate):
    model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dropout(rate), tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
    return model


first = trained(0.1)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
first.fit(
    x[shard],
    x[shard],
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

tf.random.set_seed(1)
second = trained(0.2)
if hvd.size() > 1:
    tf.random.set_seed(1 + hvd.rank())
second.fit(
    x[shard],
    x[shard],
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)

tf.random.set_seed(2)
third = trained(0.3)
if hvd.size() > 1:
    tf.random.set_seed(2 + hvd.rank())
third.fit(
    x[shard],
    x[shard],
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
