"""How many epochs are left a file says that each run writes anew, before it trains."""

import os
import pickle

import numpy as np
import tensorflow as tf


def left():
    done = 0
    if os.path.exists("runs.pkl"):
        with open("runs.pkl", "rb") as kept:
            done = pickle.load(kept)
    with open("runs.pkl", "wb") as out:
        pickle.dump(done + 1, out)
    return 10 - done


images, labels = np.load("images.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(0.001)
epochs = left()
for epoch in range(epochs):
    order = np.random.permutation(len(images))
    for start in range(0, len(images), 32):
        rows = order[start : start + 32]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(images[rows]) - labels[rows]))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
