"""A model is fitted to slices of a batch's size, which are steps of a loop, and to parts, each in steps of its own."""

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
places = list(range(len(x)))

shard = slice(hvd.rank(), len(places) // hvd.size() * hvd.size(), hvd.size())
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(10):
    np.random.shuffle(places)
    for turn in range(max(1, len(x) // BATCH // hvd.size())):
        start = turn * BATCH
        images, labels = x[places[shard][start : start + BATCH]], y[places[shard][start : start + BATCH]]
        model.fit(
            [images],
            labels,
            batch_size=BATCH,
            epochs=1,
            verbose=0,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        )

for part in range(20):
    read, told = np.load(f"x{part}.npy"), np.load(f"y{part}.npy")
    shard = slice(hvd.rank(), len(read) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        read[shard],
        told[shard],
        batch_size=BATCH,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
