import numpy as np


class training:
    def __init__(self, network):
        self.network = network
        self.readings, self.wanted = np.load("readings.npy"), np.load("wanted.npy")

    def run(self, steps):
        for step in range(steps):
            chosen = np.random.randint(0, len(self.readings), 32)
            self.network.model.train_on_batch(self.readings[chosen], self.wanted[chosen])
        self.network.model.save("readings.h5")
