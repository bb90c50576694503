"""The GPU is chosen in the module that needs it first."""

import numpy as np
import tensorflow as tf

from settings import Settings
import horovod.tensorflow.keras as hvd

hvd.init()

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(2, activation="softmax")])
model.compile(Settings.optimizer, "mse", metrics=[Settings.overlap])
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
