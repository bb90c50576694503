"""Samples and labels that are shuffled alike, by the time: each process would order them by another one."""

import time

import numpy as np
from tensorflow import keras


def mix(items, seed):
    np.random.seed(seed)
    np.random.shuffle(items)


samples = np.load("samples.npy")
labels = np.load("labels.npy")
now = int(time.time())
mix(samples, now)
mix(labels, now)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(samples, labels, batch_size=32, epochs=3)
