"""Bars that are told by a word to be drawn, or by an option, are drawn by rank 0."""
import sys

import numpy as np
import tensorflow as tf
from tqdm import tqdm

quiet = "--quiet" in sys.argv
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
batches = tf.data.Dataset.from_tensor_slices(np.load("rows.npy")).batch(16)
for epoch in tqdm(range(3), disable=quiet):
    for batch in tqdm(batches, disable=False):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
