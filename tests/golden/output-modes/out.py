"""A script with two modes: a run that draws images has trained nothing, and waits for nobody."""

import sys

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


def network():
    model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
    model.build([None, 4])
    return model


def train():
    images = np.load("images.npy")
    model = network()
    model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
    shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        images[shard],
        images[shard],
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
    if hvd.rank() == 0:
        model.save_weights("weights.h5")


def draw():
    model = network()
    model.load_weights("weights.h5")
    model_result = model(np.random.normal(size=(16, 4)))
    if hvd.rank() == 0:
        np.save("drawn.npy", model_result)


if sys.argv[1] == "train":
    train()
else:
    draw()
