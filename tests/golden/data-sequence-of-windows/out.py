"""A sequence that cuts windows from a series: it is left whole, since every other value of a series is no series."""
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Windows(tf.keras.utils.Sequence):
    def __init__(self, series, width, size):
        self.series = series
        self.width, self.size = width, size

    def __len__(self):
        return (len(self.series) - self.width) // self.size

    def __getitem__(self, index):
        inputs, targets = [], []
        for place in range(self.size):
            start = index * self.size + place
            inputs.append(self.series[start : start + self.width])
            targets.append(self.series[start + self.width])
        return np.array(inputs), np.array(targets)


class Pairs(tf.keras.utils.Sequence):
    def __init__(self, series, size):
        self.series, self.size = series, size

    def __len__(self):
        return len(self.series) // self.size - 1

    def __getitem__(self, index):
        starts = range(index * self.size, (index + 1) * self.size)
        pairs = np.stack([self.series[start : start + 2, 0] for start in starts])
        return pairs[:, :1], pairs[:, 1:]


class Plain(tf.keras.utils.Sequence):
    def __init__(self, series, size):
        self.series, self.size = series, size

    def __len__(self):
        return len(self.series) // self.size

    def __getitem__(self, index):
        chosen = self.series[index * self.size : (index + 1) * self.size]
        return np.array([each[:-1] for each in chosen]), chosen[:, -1:]


series = np.load("series.npy")
windows = Windows(series, 24, 16)
pairs = Pairs(series, 16)
shard = slice(hvd.rank(), len(series) // hvd.size() * hvd.size(), hvd.size())
plain = Plain(series[shard], 16)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
model.fit(
    windows,
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(windows) // hvd.size()),
)
second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
second.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
second.fit(
    pairs,
    epochs=2,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    steps_per_epoch=max(1, len(pairs) // hvd.size()),
)
third = tf.keras.Sequential([tf.keras.layers.Dense(1)])
third.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
third.fit(plain, epochs=2, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
