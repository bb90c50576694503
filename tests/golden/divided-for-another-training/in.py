import numpy as np
import tensorflow as tf


class Batches(tf.keras.utils.Sequence):
    def __init__(self, images, labels, size):
        self.images, self.labels, self.size = images, labels, size

    def __len__(self):
        return len(self.images) // self.size

    def __getitem__(self, index):
        part = slice(index * self.size, (index + 1) * self.size)
        return self.images[part], self.labels[part]


def small_batches(images, labels):
    for start in range(0, len(images), 8):
        yield images[start : start + 8], labels[start : start + 8]


model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile("sgd", "mse")
batches = Batches(np.load("images.npy"), np.load("labels.npy"), 32)
model.fit(batches, epochs=3)
for epoch in range(5):
    for images, labels in small_batches(batches.images, batches.labels):
        model.train_on_batch(images, labels)
model.fit(batches.images, batches.labels, epochs=2)
