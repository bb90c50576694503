import random

import numpy as np


class Data:
    def __init__(self, names):
        self.names = names

    def randomize(self):
        random.shuffle(self.names)

    def split(self):
        half = len(self.names) // 2
        self.train_set, self.valid_set = self.names[:half], self.names[half:]

    def generate(self, size, kind):
        while True:
            x = np.zeros((size, 3))
            for i in range(size):
                x[i] = np.load(random.choice(self.train_set if kind == "train" else self.valid_set))
            yield x
