"""Turns that an array of numbers counts, where it is made; one that is shuffled first holds places of samples."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")

for step in np.arange(100):
    batch = samples[np.random.randint(0, len(samples), 8)]
    model.train_on_batch(batch, np.ones(8))
    if step % 10 == 0 or step + 1 == 100:
        model.save_weights("last.h5")

places = np.arange(len(samples) // 8)
np.random.shuffle(places)
for place in places:
    model.train_on_batch(samples[place * 8:place * 8 + 8], np.ones(8))
