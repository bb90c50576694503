"""Windows of a series, each item by itself: a part of the series would have torn them apart."""

import json

import numpy as np
from tensorflow import keras


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
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(windows, epochs=10)
