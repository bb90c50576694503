"""Batches from generators, image iterators and sequences."""

import math

import numpy as np
import tensorflow as tf
from tensorflow.keras.preprocessing.image import ImageDataGenerator

images = np.arange(21, dtype="float32").reshape(-1, 1, 1, 1) * np.ones([1, 2, 2, 1], "float32")
labels = np.arange(21, dtype="float32")


def batches(size):
    while True:
        for start in range(0, 20, size):
            yield images[start:start + size], labels[start:start + size]


class Pairs(tf.keras.utils.Sequence):
    def __init__(self, images, labels):
        self.images = images
        self.labels = labels

    def __len__(self):
        return math.ceil(len(self.images) / 4)

    def __getitem__(self, index):
        chosen = slice(index * 4, index * 4 + 4)
        return self.images[chosen], self.labels[chosen]


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(batches(5), steps_per_epoch=8, epochs=2, verbose=0)
model.fit(ImageDataGenerator(horizontal_flip=True).flow(images, labels, batch_size=4), verbose=0)
model.fit(Pairs(images, labels), epochs=2, verbose=0)
