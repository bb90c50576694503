"""Steps that are at least one already: what they are otherwise is divided."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


samples, labels = np.load("samples.npy"), np.load("labels.npy")


def batches(size):
    while True:
        for start in range(0, len(samples) - size, size):
            yield samples[start : start + size], labels[start : start + size]


model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())),
    "mse",
)
model.fit(
    own_items(batches(32)),
    steps_per_epoch=max(1, len(samples) // 32 // hvd.size()),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    own_items(batches(64)),
    steps_per_epoch=max(len(samples) // 64 // hvd.size(), 1),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.fit(
    own_items(batches(64)),
    steps_per_epoch=max(1, max(len(samples) // 64, 10) // hvd.size()),
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
