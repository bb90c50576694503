"""Ends that are set to something else than the length, or that count the samples of a batch."""

import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10, activation="softmax")])
model.compile("sgd", "sparse_categorical_crossentropy")
SIZE = 64

for start in range(0, len(images), SIZE):  # the size of the last batch is told by all samples
    end = start + SIZE
    if end > len(images):
        end = len(images)
    model.train_on_batch(images[start:end], labels[start:end], sample_weight=np.ones(end - start))

for start in range(0, len(images), SIZE):  # the last batch begins elsewhere
    end = start + SIZE
    if end > len(images):
        start, end = len(images) - SIZE, len(images)
    model.train_on_batch(images[start:end], labels[start:end])

start = 0
while start < len(images):  # the last batch takes more than others
    end = start + SIZE
    if start > 1000:
        end = len(images)
    model.train_on_batch(images[start:end], labels[start:end])
    start = end

for start in range(0, len(images), SIZE):  # the same
    if start + 2 * SIZE > len(images):
        x, y = images[start:], labels[start:]
    else:
        x, y = images[start : start + SIZE], labels[start : start + SIZE]
    model.train_on_batch(x, y)

for start in range(0, len(images), SIZE):  # each batch takes all that is left
    if start + SIZE > len(images):
        break
    model.train_on_batch(images[start:], labels[start:])
