"""A dataset takes its elements from objects of a class that lists a folder, by their `__call__`."""

import os

import numpy as np
import tensorflow as tf


class Pictures:
    def __init__(self, folder):
        self.folder = folder
        self.names = os.listdir(folder)

    def __len__(self):
        return len(self.names)

    def __call__(self):
        for name in self.names:
            yield np.load(os.path.join(self.folder, name)), np.ones((1,))


class Masked(Pictures):
    def __init__(self, folder, mask):
        super().__init__(folder)
        self.mask = np.load(mask)


TYPES = (tf.float32, tf.float32)
BATCH = 8

pictures = Masked("train", "mask.npy")
held = Pictures("held")
data = tf.data.Dataset.from_generator(pictures, output_types=TYPES).batch(BATCH).repeat()
held_data = tf.data.Dataset.from_generator(held, output_types=TYPES).batch(BATCH)

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(data, steps_per_epoch=len(pictures) // BATCH, epochs=3, validation_data=held_data)
