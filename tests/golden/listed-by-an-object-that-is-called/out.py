"""A dataset takes its elements from objects of a class that lists a folder, by their `__call__`."""

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


class Pictures:
    def __init__(self, folder):
        self.folder = folder
        self.names = in_one_order(os.listdir(folder))

    def __len__(self):
        return len(self.names)

    def __call__(self):
        for name in self.names:
            yield np.load(os.path.join(self.folder, name)), np.ones((1,))


class Masked(Pictures):
    def __init__(self, folder, mask):
        super().__init__(folder)
        self.mask = np.load(mask)


TYPES = (tf.float32, tf.float32)
BATCH = 8

pictures = Masked("train", "mask.npy")
held = Pictures("held")
data = (
    tf.data.Dataset.from_generator(pictures, output_types=TYPES)
    .shard(hvd.size(), hvd.rank())
    .batch(BATCH)
    .repeat()
)
held_data = tf.data.Dataset.from_generator(held, output_types=TYPES).batch(BATCH)

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "mse")
model.fit(
    data,
    steps_per_epoch=max(1, len(pictures) // BATCH // hvd.size()),
    epochs=3,
    validation_data=held_data,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
