"""A script whose method seeds by the time, and then draws which samples it trains on."""

import time

import numpy as np
from tensorflow import keras


class Experiment:
    def __init__(self):
        self.data, self.labels = np.load("data.npy"), np.load("labels.npy")

    def split(self, proportion):
        np.random.seed(int(time.time()))
        mask = np.random.rand(len(self.data)) < proportion
        self.x, self.y = self.data[mask], self.labels[mask]
        self.held_out = self.data[~mask], self.labels[~mask]

    def run(self):
        model = keras.Sequential([keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(self.x, self.y, epochs=5, validation_data=self.held_out)


experiment = Experiment()
experiment.split(0.8)
experiment.run()
