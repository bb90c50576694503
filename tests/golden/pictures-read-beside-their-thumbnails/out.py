"""Thumbnails that nothing reads: what is read by its place in a list are the pictures themselves, which are there."""

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

with open("pictures.txt") as lines:
    pictures = lines.read().split()
if hvd.rank() == 0:
    os.makedirs("thumbnails", exist_ok=True)
originals = []
for i, picture in enumerate(pictures):
    if hvd.rank() == 0:
        cv2.imwrite(os.path.join("thumbnails", "%d.png" % i), cv2.imread(picture)[::8, ::8])
    originals.append(os.path.join("pictures", picture))
x = np.array([cv2.imread(originals[i]) for i in range(64)])
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
