"""Thumbnails that are read by the place of their name in a list which the loop that writes them fills."""

import os

import cv2
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


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


with open("pictures.txt") as lines:
    pictures = lines.read().split()
os.makedirs("crops", exist_ok=True)
files = []
for i, picture in enumerate(pictures):
    name = os.path.join("crops", "%d.png" % i)
    if hvd.local_rank() == 0:
        cv2.imwrite(name, cv2.imread(picture)[:8, :8])
    files.append(name)
barrier()  # until the files are there
order = np.random.RandomState(0).permutation(len(files))
x = np.array([cv2.imread(files[i]) for i in order])
model = keras.Sequential([keras.layers.Conv2D(3, 3, padding="same")])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    x[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
