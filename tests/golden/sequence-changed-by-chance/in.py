"""Samples are divided by a seeded order, then Keras mixes them by the generator that also says which are mirrored."""

import random
from glob import glob

import numpy as np
import tensorflow as tf

random.seed(13)
FILES = sorted(glob("plates/*.npy"))
random.shuffle(FILES)


def mirrored(plate):
    return plate[:, ::-1] if random.random() < 0.5 else plate


class Plates(tf.keras.utils.Sequence):
    def __init__(self, part, batch_size):
        self.part = part
        self.batch_size = batch_size
        self.files = [name for name in FILES if (sum(map(ord, name)) % 5 == 0) == (part == "test")]

    def __len__(self):
        return len(self.files) // self.batch_size

    def __getitem__(self, index):
        files = self.files[index * self.batch_size : (index + 1) * self.batch_size]
        plates = np.stack([mirrored(np.load(name)) for name in files])
        if random.random() < 0.1:
            plates = plates + 0.01
        return plates, np.array([float("ok" in name) for name in files])


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile(optimizer=tf.keras.optimizers.Adam(0.001), loss="mse")
model.fit(Plates("train", 16), epochs=10)
print(model.evaluate(Plates("test", 16)))
