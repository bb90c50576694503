"""Pictures and masks from two endless iterators, of arrays in one order, are paired by `zip_longest`."""

from itertools import zip_longest

import numpy as np
from tensorflow import keras
from tensorflow.keras.preprocessing.image import ImageDataGenerator
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

np.random.seed(7)
pictures, masks = np.load("pictures.npy"), np.load("masks.npy")
model = keras.Sequential([keras.layers.Conv2D(1, 3, padding="same")])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
settings = {"rotation_range": 20, "horizontal_flip": True}
shard = slice(hvd.rank(), len(pictures) // hvd.size() * hvd.size(), hvd.size())
given = ImageDataGenerator(**settings).flow(pictures[shard], batch_size=8, shuffle=False, seed=7)
shard = slice(hvd.rank(), len(masks) // hvd.size() * hvd.size(), hvd.size())
wanted = ImageDataGenerator(**settings).flow(masks[shard], batch_size=8, shuffle=False, seed=7)
model.fit(
    zip_longest(given, wanted),
    steps_per_epoch=max(1, len(pictures) // 8 // hvd.size()),
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
