"""A generator orders its samples by the generator of random numbers that the training draws from as well."""

import random

import numpy as np
import tensorflow as tf


class Images:
    def __init__(self, paths):
        self.paths = paths
        self.pool = []

    def batches(self, size):
        count = len(self.paths) // size
        paths = np.random.choice(self.paths, count * size, replace=False)
        for turn in range(count):
            batch = [np.load(path) for path in paths[turn * size : (turn + 1) * size]]
            if np.random.random() > 0.5:
                batch = [np.fliplr(image) for image in batch]
            yield np.array(batch)

    def rows(self, size):
        for path in random.sample(self.paths, len(self.paths)):
            yield np.load(path)[:size]

    def pooled(self, images):
        self.pool.append(images)
        return images if random.random() > 0.5 else self.pool[np.random.randint(0, len(self.pool))]


images = Images([f"images/{number}.npy" for number in range(1000)])
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
for epoch in range(10):
    for batch in images.batches(8):
        model.train_on_batch(images.pooled(batch), np.ones(8))
    for rows in images.rows(8):
        model.train_on_batch(images.pooled(rows), np.ones(8))
model.save("model.keras")
