"""A sequence of names of files, which it reads at places: each process gets a part of the names, and mixes that."""

import glob
import random

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


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


class Pictures(keras.utils.Sequence):
    def __init__(self, names, labels, size=32, augment=False):
        self.names = names
        self.labels = labels
        self.size = size
        self.augment = augment
        self.on_epoch_end()

    def __len__(self):
        return len(self.names) // self.size

    def __getitem__(self, index):
        places = self.places[index * self.size : (index + 1) * self.size]
        pictures = np.stack([np.load(self.names[place]) for place in places])
        if self.augment and random.random() < 0.5:
            pictures = pictures[:, ::-1]
        return pictures, np.array([self.labels[place] for place in places])

    def on_epoch_end(self):
        self.places = np.arange(len(self.names))
        if self.augment:
            np.random.shuffle(self.places)


names = in_one_order(glob.glob("pictures/*.npy"))
random.seed(1)
random.shuffle(names)
labels = [float(name[-5]) for name in names]
held = len(names) // 10
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    Pictures(names[held:][shard], labels[held:][shard], augment=True),
    epochs=10,
    validation_data=Pictures(names[:held], labels[:held]),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
