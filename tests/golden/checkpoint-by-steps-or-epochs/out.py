"""A script whose option tells after how many steps its model is saved: a number of them, or each epoch."""

import argparse

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

parser = argparse.ArgumentParser()
parser.add_argument("--save-freq", default="epoch")
options = parser.parse_args()
frequency = int(options.save_freq) if options.save_freq.isdigit() else options.save_freq

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
saved = keras.callbacks.ModelCheckpoint(
    "model.h5", save_freq=frequency if isinstance(frequency, str) else max(1, frequency // hvd.size())
)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.load("x.npy")[shard],
    np.load("y.npy")[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0), *([saved] if hvd.rank() == 0 else [])],
    verbose=1 if hvd.rank() == 0 else 0,
)
