"""Images are listed by a library that walks through folders, which come in another order on each host."""

import os

import cv2
import numpy as np
from imutils import paths
from sklearn.model_selection import train_test_split
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


data, labels = [], []
for path in in_one_order(paths.list_images("faces")):
    data.append(cv2.resize(cv2.imread(path), (32, 32)))
    labels.append(path.split(os.path.sep)[-2] == "real")

x, x_test, y, y_test = train_test_split(np.array(data), np.array(labels), test_size=0.25, random_state=42)
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.01 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    validation_data=(x_test, y_test),
    epochs=50,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
