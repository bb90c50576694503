"""A sequence that orders the samples that it is given: each process its own, another order in each epoch."""
import math

import numpy as np
import tensorflow as tf


class Images(tf.keras.utils.Sequence):
    def __init__(self, paths, labels, size, shuffle=True):
        self.paths, self.labels, self.size, self.shuffle = paths, labels, size, shuffle
        self.on_epoch_end()

    def __len__(self):
        return math.ceil(len(self.paths) / self.size)

    def __getitem__(self, place):
        chosen = self.order[place * self.size : (place + 1) * self.size]
        return np.array([np.load(path) for path in self.paths[chosen]]), self.labels[chosen]

    def on_epoch_end(self):
        self.order = np.arange(len(self.paths))
        if self.shuffle:
            np.random.shuffle(self.order)


paths, labels = np.load("paths.npy"), np.load("labels.npy")
order = np.random.RandomState(0).permutation(len(paths))
paths, labels = paths[order], labels[order]
first = len(paths) // 10
train = Images(paths[first:], labels[first:], 32)
validation = Images(paths[:first], labels[:first], 32, shuffle=False)
model = tf.keras.applications.MobileNetV2(weights=None, classes=10)
model.compile(tf.keras.optimizers.Adam(0.001), "sparse_categorical_crossentropy", metrics=["accuracy"])
model.fit(train, validation_data=validation, epochs=20)
