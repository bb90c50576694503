"""A folder that is made above the imports, and must not be there: one process alone may make it."""

import os

OUT = "out"
os.makedirs(OUT)

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

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *(
            [keras.callbacks.ModelCheckpoint(os.path.join(OUT, "best.h5"))]
            if hvd.rank() == 0
            else []
        ),
    ],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save(os.path.join(OUT, "last.h5"))
