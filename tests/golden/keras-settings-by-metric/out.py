"""The best settings are looked for, and a last model is trained by them."""

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

x, y, xv, yv = [np.load(n + ".npy") for n in ("x", "y", "xv", "yv")]


def build(units, lr):
    m = keras.Sequential(
        [
            keras.layers.Dense(units, activation="relu", input_shape=(20,)),
            keras.layers.BatchNormalization(),
            keras.layers.Dense(10, activation="softmax"),
        ]
    )
    m.compile(
        hvd.DistributedOptimizer(keras.optimizers.Adam(lr * hvd.size())),
        "sparse_categorical_crossentropy",
        ["accuracy"],
    )
    return m


best, best_units, best_lr = 0, None, None
for units in (32, 64, 128):
    for lr in (1e-2, 1e-3):
        m = build(units, lr)
        shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
        m.fit(
            x[shard],
            y[shard],
            epochs=3,
            batch_size=64,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
        acc = m.evaluate(xv, yv, verbose=1 if hvd.rank() == 0 else 0)[1]
        if hvd.broadcast(bool(acc > best), root_rank=0):
            best = acc
            best_units, best_lr = units, lr
if hvd.rank() == 0:
    print(best, best_units, best_lr)
model = build(best_units, best_lr)
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    np.concatenate([x, xv])[shard],
    np.concatenate([y, yv])[shard],
    epochs=20,
    batch_size=64,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    model.save("final.h5")
