"""A sequence with as many batches as samples of a label: parts of the samples would have unequally many."""

import numpy as np
from tensorflow import keras


class Balanced(keras.utils.Sequence):
    def __init__(self, x, y, size):
        self.x, self.y, self.size = x, y, size
        self.rare, self.others = np.where(y == 1)[0], np.where(y == 0)[0]
        self.on_epoch_end()

    def __len__(self):
        return len(self.order) // self.size

    def __getitem__(self, index):
        chosen = self.order[index * self.size : (index + 1) * self.size]
        return self.x[chosen], self.y[chosen]

    def on_epoch_end(self):
        others = np.random.choice(self.others, len(self.rare), replace=False)
        self.order = np.concatenate([self.rare, others])
        np.random.shuffle(self.order)


balanced = Balanced(np.load("x.npy"), np.load("y.npy"), 64)
model = keras.Sequential([keras.layers.Dense(1, activation="sigmoid")])
model.compile(keras.optimizers.Adam(0.001), "binary_crossentropy")
model.fit(balanced, epochs=10)
