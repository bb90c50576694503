"""Scaled samples are kept in a folder with the time in its name, and read from there by all: they take rank 0's time."""
import datetime
import os

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import horovod.tensorflow as hvd_tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


folder = os.path.join("runs", hvd_tf.broadcast_object(datetime.datetime.now(), root_rank=0).strftime("%Y%m%d-%H%M%S"))
if hvd.local_rank() == 0:
    os.makedirs(folder, exist_ok=hvd.local_size() < hvd.size())
    np.save(os.path.join(folder, "samples.npy"), np.load("samples.npy") / 255.0)
barrier()  # until the files are there
samples = np.load(os.path.join(folder, "samples.npy"), mmap_mode="r")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    samples[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save(os.path.join(folder, "model.h5"))
