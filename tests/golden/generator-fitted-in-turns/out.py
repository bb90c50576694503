"""Each turn fits on, with a generator that goes on where the turn before has left it."""

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


def batches(lines, size):
    while True:
        np.random.shuffle(lines)
        for start in range(0, len(lines) - size + 1, size):
            rows = lines[start : start + size]
            yield np.stack([np.load(row) for row in rows]), np.ones(size)


lines = open("train.txt").read().split()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)
samples = batches(lines, 8)
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for turn in range(10):
    model.fit(
        own_items(samples),
        steps_per_epoch=max(1, len(lines) // 8 // hvd.size()),
        epochs=1,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        model.save_weights("weights.h5")
