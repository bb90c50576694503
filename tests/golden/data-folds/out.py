"""Folds that are drawn by chance, and such as are not: what one process tests on, no other trains on."""

import numpy as np
import tensorflow as tf
from sklearn.model_selection import KFold, StratifiedShuffleSplit
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.load("x.npy")
y = np.load("y.npy")
in_order = list(KFold(5).split(x))
for fold, (train, test) in enumerate(
    KFold(n_splits=5, shuffle=True, random_state=None if hvd.size() == 1 else 0).split(x)
):
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01 * hvd.size())), "mse")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        x[train][shard],
        y[train][shard],
        epochs=10,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
    if hvd.rank() == 0:
        print(fold, model.evaluate(x[test], y[test], verbose=0))
for train, test in StratifiedShuffleSplit(
    n_splits=2, test_size=0.1, random_state=None if hvd.size() == 1 else 0
).split(x, y):
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.01 * hvd.size())), "mse")
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        x[train][shard],
        y[train][shard],
        epochs=10,
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
