"""A sequence that lists the files of a folder is made in the arguments of `fit`; a part of the folder's name is no part."""

import glob
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


class Images(tf.keras.utils.Sequence):
    def __init__(self, folder, size):
        self.files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
        self.more = in_one_order(glob.glob(folder + "/more/*.npy"))
        self.size = size

    def __len__(self):
        return (len(self.files) + len(self.more)) // self.size

    def __getitem__(self, index):
        names = (self.files + self.more)[index * self.size : (index + 1) * self.size]
        images = np.stack([np.load(name) for name in names])
        return images, images.mean(axis=-1)


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(1e-3 * hvd.size())), "mse")
training_samples = Images(os.path.join("data", "train"), 32)
history = model.fit(
    training_samples,
    validation_data=Images("data" + "/" + "val", 32),
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(training_samples) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
training_samples = Images("data" + "/" + "last", 32)
model.fit(
    x=training_samples,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(training_samples) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
