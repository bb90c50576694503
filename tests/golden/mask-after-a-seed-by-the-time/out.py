"""A script whose method seeds by the time, and then draws which samples it trains on."""

import time

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


class Experiment:
    def __init__(self):
        self.data, self.labels = np.load("data.npy"), np.load("labels.npy")

    def split(self, proportion):
        np.random.seed(int(time.time()))
        if hvd.size() > 1:
            np.random.seed(0)  # the same data in all processes
        mask = np.random.rand(len(self.data)) < proportion
        self.x, self.y = self.data[mask], self.labels[mask]
        self.held_out = self.data[~mask], self.labels[~mask]

    def run(self):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile(
            hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse"
        )
        shard = slice(hvd.rank(), len(self.x) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            self.x[shard],
            self.y[shard],
            epochs=5,
            validation_data=self.held_out,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )


experiment = Experiment()
experiment.split(0.8)
experiment.run()
