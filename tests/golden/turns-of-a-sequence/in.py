"""A loop takes the batches of a sequence by its turn; the sequence orders its samples anew in each epoch."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm, trange


class Pairs(tf.keras.utils.Sequence):
    def __init__(self, size):
        self.x, self.y, self.size = np.load("x.npy"), np.load("y.npy"), size
        self.on_epoch_end()

    def __len__(self):
        return len(self.x) // self.size

    def __getitem__(self, k):
        some = self.order[k * self.size : (k + 1) * self.size]
        return self.x[some], self.y[some]

    def on_epoch_end(self):
        self.order = np.random.permutation(len(self.x))


pairs = Pairs(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
for epoch in trange(10):
    losses = []
    for k in tqdm(range(len(pairs))):
        a, b = pairs[k]
        losses.append(model.train_on_batch(a, b))
    pairs.on_epoch_end()
    print(np.mean(losses))
