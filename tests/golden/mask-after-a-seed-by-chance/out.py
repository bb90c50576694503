"""A script that seeds by a number drawn by chance, and then draws which samples it trains on."""

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

data, labels = np.load("data.npy"), np.load("labels.npy")
np.random.seed(np.random.randint(10000))
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
mask = np.random.rand(len(data)) < 0.8
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    data[mask][shard],
    labels[mask][shard],
    epochs=5,
    validation_data=(data[~mask], labels[~mask]),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
