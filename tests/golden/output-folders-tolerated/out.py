"""Folders that may be there already: what a library may use is made on every host, the results' on rank 0's."""

import errno
import os

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

cache = os.path.join(os.path.expanduser("~"), ".cache", "faces")
if not os.path.exists(cache):
    try:
        os.mkdir(cache)
    except OSError as error:
        if error.errno != errno.EEXIST:
            raise
try:
    if hvd.rank() == 0:
        os.makedirs("results")
except FileExistsError:
    if hvd.rank() == 0:
        print("results are written over")

images = np.load("images.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    images[:, :1][shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("results/model.h5")
