"""A trainer keeps what it hands to `fit`: settings that are written down, in a dictionary."""

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


class Trainer:
    def __init__(self, path):
        self.options = {"batch_size": 64, "epochs": 20, "verbose": 2 if hvd.rank() == 0 else 0}
        self.x, self.y = np.load(f"{path}/x.npy"), np.load(f"{path}/y.npy")
        self.model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
        self.model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")

    def run(self):
        shard = slice(hvd.rank(), len(self.x) // hvd.size() * hvd.size(), hvd.size())
        self.model.fit(
            self.x[shard],
            self.y[shard],
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            **self.options,
        )
        if hvd.rank() == 0:
            self.model.save("model.h5")


Trainer("data").run()
