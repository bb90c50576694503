"""A counter without an end begins where a run has left weights, and the last epoch leaves its loop: all begin alike."""

import itertools
import os

import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.build([None, 28, 28])
model.compile("adam", "mse")
start = 0
if os.path.exists("weights.h5"):
    model.load_weights("weights.h5")
    start = 10
for epoch in itertools.count(start):
    if epoch >= 30:
        break
    for i in range(len(images) // 32):
        model.train_on_batch(images[i * 32 : (i + 1) * 32], labels[i * 32 : (i + 1) * 32])
    model.save_weights("weights.h5")
