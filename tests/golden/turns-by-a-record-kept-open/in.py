"""How many epochs are left the number of lines says of a file that stays open for writing."""

import os

import numpy as np
import tensorflow as tf


def left():
    if os.path.exists("losses.txt"):
        with open("losses.txt") as kept:
            return 10 - len(kept.readlines())
    return 10


images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(0.001)
epochs = left()
losses = open("losses.txt", "a")
for epoch in range(epochs):
    order = np.random.permutation(len(images))
    for start in range(0, len(images), 32):
        rows = order[start : start + 32]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(images[rows]) - labels[rows]))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    losses.write(f"{float(loss)}\n")
