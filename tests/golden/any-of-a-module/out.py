"""The settings name a model of Keras and an optimizer: of whichever they are, what is done to them is the same."""

import json

import numpy as np
import tensorflow as tf
from tensorflow.keras import applications, optimizers
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def scale_rate(optimizer):
    """Scale the learning rate of an optimizer with the number of processes, and give it back."""
    rate = tf.keras.backend.get_value(optimizer.lr)
    tf.keras.backend.set_value(optimizer.lr, rate * hvd.size())
    return optimizer


with open("settings.json") as file:
    settings = json.load(file)
images, labels = np.load("images.npy"), np.load("labels.npy")
base = getattr(applications, settings["model"])(include_top=False, weights=None, input_shape=(96, 96, 3))
model = tf.keras.Sequential([base, tf.keras.layers.GlobalAveragePooling2D(), tf.keras.layers.Dense(10)])
model.compile(hvd.DistributedOptimizer(scale_rate(getattr(optimizers, settings["first"])())), "mse")
shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    images[shard],
    labels[shard],
    epochs=2,
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
model.compile(
    hvd.DistributedOptimizer(getattr(optimizers, settings["then"])(learning_rate=0.001 * hvd.size())), "mse"
)
model.fit(
    images[shard],
    labels[shard],
    epochs=8,
    batch_size=32,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
