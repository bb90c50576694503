"""A trainer whose steps stand in a function within its loop's function."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam


class Trainer:
    def __init__(self, network):
        self.network = network
        self.size = 4
        self.steps = 1

    def run(self, scans, organs, epochs):
        losses = []

        def train_batch():
            for _ in range(self.steps):
                losses.append(self.network.train_on_batch(x=scan, y=organ))
            print("loss", losses[-1])

        for epoch in range(epochs):
            order = np.random.permutation(len(scans))
            for begin in range(0, len(scans), self.size):
                chosen = order[begin : begin + self.size]
                scan, organ = scans[chosen], organs[chosen]
                train_batch()


network = Sequential([Dense(8, activation="relu", input_shape=(64,)), Dense(1)])
network.compile(Adam(1e-4), "mse")
Trainer(network).run(np.load("scans.npy"), np.load("organs.npy"), 50)
network.save("organs.h5")
