"""Optimizers whose rate falls a little with each step."""
import tensorflow as tf
from tensorflow.keras.optimizers import Adam, SGD
import numpy as np
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
x = np.load("x.npy")
rate, epochs = 0.1, 20
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(
        SGD(
            lr=rate * hvd.size(),
            decay=rate / epochs * hvd.size(),
            momentum=0.9,
        )
    ),
    "mse",
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    batch_size=32,
    epochs=epochs,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
other = tf.keras.Sequential([tf.keras.layers.Dense(1)])
other.compile(
    hvd.DistributedOptimizer(Adam(lr=rate * hvd.size(), decay=0.0)), "mse"
)
other.fit(
    x[shard],
    x[:, :1][shard],
    batch_size=32,
    epochs=epochs,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
