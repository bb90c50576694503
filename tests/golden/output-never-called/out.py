"""A class that can keep what it computes in a file, which this script never asks it to."""
import argparse

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

parser = argparse.ArgumentParser()
parser.add_argument("--layers", default="[64, 32]")
args = parser.parse_args()


class Interactions:
    def __init__(self, folder):
        self.folder = folder
        self.users = np.load(folder + "/users.npy")
        self.scores = np.load(folder + "/scores.npy")

    def neighbours(self):
        try:
            found = np.load(self.folder + "/neighbours.npy")
        except OSError:
            found = self.users @ self.users.T
            if hvd.rank() == 0:
                np.save(self.folder + "/neighbours.npy", found)
        return found


data = Interactions("data")
model = tf.keras.Sequential([tf.keras.layers.Dense(size) for size in eval(args.layers)])
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse"
)
shard = slice(hvd.rank(), len(data.users) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    data.users[shard],
    data.scores[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
