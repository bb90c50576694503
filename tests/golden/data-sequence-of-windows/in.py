"""A sequence that cuts windows from a series: it is left whole, since every other value of a series is no series."""
import numpy as np
import tensorflow as tf


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
plain = Plain(series, 16)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.01), "mse")
model.fit(windows, epochs=2, verbose=0)
second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
second.compile(tf.keras.optimizers.SGD(0.01), "mse")
second.fit(pairs, epochs=2, verbose=0)
third = tf.keras.Sequential([tf.keras.layers.Dense(1)])
third.compile(tf.keras.optimizers.SGD(0.01), "mse")
third.fit(plain, epochs=2, verbose=0)
