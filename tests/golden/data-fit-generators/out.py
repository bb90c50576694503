"""Batches from generators, image iterators and sequences."""

import math

import numpy as np
import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator
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


images = np.arange(21, dtype="float32").reshape(-1, 1, 1, 1) * np.ones([1, 2, 2, 1], "float32")
labels = np.arange(21, dtype="float32")


def batches(size):
    while True:
        for start in range(0, 20, size):
            yield images[start:start + size], labels[start:start + size]


class Pairs(tf.keras.utils.Sequence):
    def __init__(self, images, labels):
        self.images = images
        self.labels = labels

    def __len__(self):
        return math.ceil(len(self.images) / 4)

    def __getitem__(self, index):
        chosen = slice(index * 4, index * 4 + 4)
        return self.images[chosen], self.labels[chosen]


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    own_items(batches(5)),
    steps_per_epoch=max(1, 8 // hvd.size()),
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    ImageDataGenerator(horizontal_flip=True).flow(images[shard], labels[shard], batch_size=4),
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
model.fit(
    Pairs(images[shard], labels[shard]),
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
