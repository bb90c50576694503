"""A sequence as long as the shortest of its lists: each is dealt out by its own length, so that all processes have equally many batches."""

from glob import glob

import numpy as np
from PIL import Image
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


class Unpaired(keras.utils.Sequence):
    def __init__(self, photos, drawings, batch_size):
        self.photos, self.drawings = photos, drawings
        self.batch_size = batch_size

    def __len__(self):
        return min(len(self.photos), len(self.drawings)) // self.batch_size

    def __getitem__(self, index):
        batch = slice(index * self.batch_size, (index + 1) * self.batch_size)
        return load(self.photos[batch]), load(self.drawings[batch])

    def on_epoch_end(self):
        np.random.shuffle(self.photos)
        np.random.shuffle(self.drawings)


def load(names):
    return np.array([np.asarray(Image.open(name).resize((64, 64))) / 255.0 for name in names])


photos = in_one_order(glob("photos/*.png"))
drawings = in_one_order(glob("drawings/*.png"))
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
batches = Unpaired(photos[shard], drawings[shard], batch_size=8)
model = keras.Sequential([keras.layers.Conv2D(3, 3, padding="same")])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mae")
model.fit(batches, epochs=5, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0)
