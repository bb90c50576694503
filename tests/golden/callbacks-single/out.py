"""Callbacks that are given without a list, and those of a variable that may be None."""

import numpy as np
import tensorflow as tf
from tensorflow.keras.callbacks import CSVLogger, EarlyStopping, ModelCheckpoint
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def train(model, x, y, callbacks=None):
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0), *(callbacks or [])
        ],
        verbose=0,
    )


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
)
x, y = np.ones([16, 2]), np.ones(16)
stop = EarlyStopping("loss")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        *([ModelCheckpoint("best.h5")] if hvd.rank() == 0 else []),
    ],
    verbose=0,
)
model.fit(
    x[shard],
    y[shard],
    callbacks=[
        hvd.callbacks.BroadcastGlobalVariablesCallback(0),
        hvd.callbacks.MetricAverageCallback(),
        stop,
    ],
    verbose=0,
)
model.evaluate(
    x, y, callbacks=[CSVLogger("evaluated.csv")] if hvd.rank() == 0 else [], verbose=0
)
train(model, x, y)
train(model, x, y, callbacks=[hvd.callbacks.MetricAverageCallback(), stop])
