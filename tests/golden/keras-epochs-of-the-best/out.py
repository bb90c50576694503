"""A model is trained anew on all samples, for as many epochs as were the best before."""

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

x, y, x_val, y_val = (np.load(name) for name in ("x.npy", "y.npy", "x_val.npy", "y_val.npy"))


def build():
    model = keras.Sequential(
        [keras.layers.Dense(64, activation="relu"), keras.layers.BatchNormalization(), keras.layers.Dense(10)]
    )
    model.compile(
        hvd.DistributedOptimizer(keras.optimizers.Adam(1e-3 * hvd.size())),
        keras.losses.SparseCategoricalCrossentropy(from_logits=True),
    )
    return model


model = build()
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
first = model.fit(
    x[shard],
    y[shard],
    batch_size=32,
    epochs=50,
    validation_data=(x_val, y_val),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
best = int(np.argmin(first.history["val_loss"])) + 1
model = build()
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.concatenate([x, x_val])[shard],
    np.concatenate([y, y_val])[shard],
    batch_size=32,
    epochs=int(hvd.broadcast(best, root_rank=0)),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
more = model.fit(
    x[shard],
    y[shard],
    batch_size=32,
    initial_epoch=len(first.epoch),
    epochs=60,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
