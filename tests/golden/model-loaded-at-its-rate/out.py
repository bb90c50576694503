"""Models that are loaded with their optimizers: one that this script saves itself, and one from elsewhere."""

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

x = np.load("x.npy")
if os.path.exists("own.h5"):
    model = hvd.load_model("own.h5")
else:
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([keras.callbacks.ModelCheckpoint("own.h5")] if hvd.rank() == 0 else []),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)

pretrained = hvd.load_model("pretrained.h5")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
pretrained.fit(
    x[shard],
    x[:, :1][shard],
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
