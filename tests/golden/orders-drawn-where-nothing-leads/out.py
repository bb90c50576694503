"""What is ordered before a training is seeded where it is drawn, though no call leads there: scripts import these."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def train(kind):
    if kind == "heroes":
        heroes, won = np.load("heroes.npy"), np.load("won.npy")
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        order = np.random.permutation(len(heroes))
        heroes, won = heroes[order], won[order]
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
    if kind == "heroes":
        shard = slice(hvd.rank(), len(heroes) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            heroes[shard],
            won[shard],
            epochs=5,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
    return model


class Trainer:
    def __init__(self, path):
        x, y = np.load(f"{path}/x.npy"), np.load(f"{path}/y.npy")
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        index = np.random.permutation(len(x))
        self.x, self.y = x[index], y[index]

    def train(self):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
        shard = slice(hvd.rank(), len(self.x) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            self.x[shard],
            self.y[shard],
            epochs=5,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
            verbose=1 if hvd.rank() == 0 else 0,
        )
