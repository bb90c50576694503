"""A cache that a generator fills while the training takes its items: to call it runs nothing of it."""

import os

import librosa
import numpy as np
from tensorflow import keras


def features(path):
    cache = path + ".npy"
    if os.path.exists(cache):
        return np.load(cache)
    made = librosa.feature.mfcc(y=librosa.load(path)[0])
    np.save(cache, made)
    return made


def batches(paths, labels, size):
    while True:
        for start in range(0, len(paths) // size * size, size):
            yield np.array([features(each) for each in paths[start : start + size]]), labels[start : start + size]


paths, labels = np.load("paths.npy"), np.load("labels.npy")
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile("adam", "mse")
train = batches(paths, labels, 32)
model.fit(train, steps_per_epoch=len(paths) // 32, epochs=10)
