"""A folder is made, or the run ends: a handler that ends it decides nothing for others."""

import os
import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def create_folders(folder):
    try:
        if hvd.rank() == 0:
            os.makedirs(folder)
            os.makedirs(os.path.join(folder, "summaries"))
        return folder + "/"
    except OSError as error:
        if hvd.rank() == 0:
            print(f"creating {folder}: {error}")
        sys.exit(1)


folder = create_folders("run")
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
if hvd.rank() == 0:
    model.save(folder + "model.h5")
