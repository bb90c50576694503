"""Checkpoints that are saved after a number of batches: each process has a part of these, and an epoch fewer."""

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

x = np.random.RandomState(0).normal(size=(256, 3)).astype("float32")
steps = len(x) // 16
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[:, :1][shard],
    batch_size=16,
    epochs=4,
    verbose=0,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *(
            [
                tf.keras.callbacks.ModelCheckpoint(
                    "every-{epoch}.h5", save_freq=max(1, 2 * steps // hvd.size())
                ),
                tf.keras.callbacks.ModelCheckpoint("often.h5", save_freq=max(1, 8 // hvd.size())),
                tf.keras.callbacks.ModelCheckpoint("best.h5", save_freq="epoch"),
                tf.keras.callbacks.ModelCheckpoint("asked.h5", save_freq=sys.argv[1]),
            ]
            if hvd.rank() == 0
            else []
        ),
    ],
)
