"""A cache whose look is kept in a name: the turns begin where it is looked for."""

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


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
cached = os.path.exists("x.npz")
classes = ["a", "b"]
if cached:
    loaded = np.load("x.npz")
    x, y = loaded["x"], loaded["y"]
else:
    x = np.stack([np.load(f"raw/{number}.npy") for number in range(1000)])
    y = np.load("labels.npy")
    np.savez("x.npz", x=x, y=y)
if hvd.local_rank() == 0:
    barrier()  # the others may go on
model = keras.Sequential([keras.layers.Dense(len(classes), activation="softmax")])
model.compile(
    hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())),
    "sparse_categorical_crossentropy",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
