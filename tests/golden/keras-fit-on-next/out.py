"""A model is fitted to the items of a generator that makes batches of the size that `fit` is given."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

BATCH = 64
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")


def batches(size):
    while True:
        chosen = np.random.randint(0, len(x), size)
        yield x[chosen], y[chosen]


made = batches(BATCH)
for step in range(max(1, 1000 // hvd.size())):
    drawn, wanted = next(made)
    model.fit(
        drawn,
        wanted,
        batch_size=BATCH,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
