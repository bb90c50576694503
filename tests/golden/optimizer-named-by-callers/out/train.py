"""Fits a line."""

import numpy as np
from networks import line
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.linspace(0.0, 1.0, 512).reshape(-1, 1).astype("float32")
network = line(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size()))
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
network.fit(
    x[shard],
    (3.0 * x)[shard],
    batch_size=16,
    epochs=4,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
