"""A script that seeds once, and trains and validates on generators that go on to order their samples by that."""

import random

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf
import itertools

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

random.seed(2016)
places = list(range(1000))
random.shuffle(places)


def batches(places, size):
    while True:
        random.shuffle(places)
        for start in range(0, len(places) - size + 1, size):
            taken = places[start : start + size]
            yield np.stack([np.load(f"x{place}.npy") for place in taken]), np.array(taken)


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit_generator(
    itertools.islice(batches(places[:800], 32), hvd.rank(), None, hvd.size()), steps_per_epoch=max(1, 25 // hvd.size()),
    epochs=5, validation_data=batches(places[800:], 32), validation_steps=6,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)], verbose=1 if hvd.rank() == 0 else 0
)
