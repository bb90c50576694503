"""Losses are added by a function of NumPy, of which an array gives the sizes of layers, too."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

sizes = np.array([32, 16])
first = tf.keras.Sequential([tf.keras.layers.Dense(size) for size in sizes])
first.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.1 * hvd.size())), "mse")
x, y = np.load("x.npy"), np.load("y.npy")
for _ in range(max(1, 1000 // hvd.size())):
    chosen = np.random.randint(0, len(x), 32)
    real = first.train_on_batch(x[chosen], y[chosen])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(first, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(first)
        broadcast.on_batch_end(0)
        first.hvd_broadcast_done = True
    false = first.train_on_batch(x[chosen], 1 - y[chosen])
    if hvd.rank() == 0:
        print(0.5 * np.add(real, false))
