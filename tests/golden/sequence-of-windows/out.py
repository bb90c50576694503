"""Windows of a series, each item by itself: a part of the series would have torn them apart."""

import json

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


class Windows(keras.utils.Sequence):
    def __init__(self, series, width, size=32):
        self.series = series
        self.width = width
        self.size = size

    def __len__(self):
        return (len(self.series) - self.width) // self.size

    def __getitem__(self, index):
        windows = []
        for number in range(self.size):
            start = index * self.size + number
            windows.append([self.series[start + hour] for hour in range(self.width)])
        return np.array(windows), np.array(windows)[:, -1]


with open("series.json") as file:
    windows = Windows(json.load(file), 24)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
model.fit(
    windows,
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(windows) // hvd.size()),
    verbose=1 if hvd.rank() == 0 else 0,
)
