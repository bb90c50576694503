"""Samples and labels that are shuffled alike: from a state of the generator, or by a seed that chance gives."""

import random

import numpy as np
from tensorflow import keras


def load(name):
    samples = np.load(name + "-samples.npy")
    labels = np.load(name + "-labels.npy")
    seed = np.random.randint(1, 10000)
    np.random.seed(seed)
    np.random.shuffle(samples)
    np.random.seed(seed)
    np.random.shuffle(labels)
    return samples, labels


def shuffle(samples, labels):
    state = np.random.get_state()
    np.random.shuffle(samples)
    np.random.set_state(state)
    np.random.shuffle(labels)


def mix(items, seed):
    random.seed(seed)
    random.shuffle(items)


def turned(samples):
    return samples + np.random.normal(0, 0.1, samples.shape)


seed = random.randint(0, 99)
names = ["winter", "spring", "summer"]
places = ["north", "south", "east"]
mix(names, seed)
mix(places, seed)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
for name, place in zip(names, places):
    samples, labels = load(name + place)
    for _ in range(10):
        shuffle(samples, labels)
        turned_samples = turned(samples)
        model.fit(turned_samples, labels, batch_size=32)
