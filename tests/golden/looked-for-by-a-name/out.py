"""Whether a folder is there has a name before the script fails, or reads from it: rank 0 makes both after that."""

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


taken = os.path.exists("run")
if hvd.rank() == 0:
    if taken:
        raise SystemExit("run is there already")
    os.makedirs("run")
x = np.load("x.npy")
model = keras.Sequential([keras.layers.Dense(1, input_shape=(8,))])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
goes_on = os.path.isdir("weights")
barrier()  # until all have looked
if goes_on:
    model.load_weights("weights/model.h5")
else:
    if hvd.rank() == 0:
        os.makedirs("weights")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    epochs=30,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save_weights("weights/model.h5")
