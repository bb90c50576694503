"""Paths of what is written are looked through as texts, which opens no file: nobody waits there."""

import re

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

NUMBERED = re.compile(r".*-(\d+)\.h5$")


def number(path):
    if not re.search(r"\.h5$", path):
        return None
    found = NUMBERED.match(path)
    return int(found.group(1)) if found else 0


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
for turn in range(3):
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        x[:, :1][shard],
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    path = f"saved/model-{turn}.h5"
    if hvd.rank() == 0:
        model.save_weights(path)
        if number(path) is None:
            print("not a model:", path)
