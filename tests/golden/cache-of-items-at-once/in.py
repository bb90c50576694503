"""A cache that a generator fills where all of its items are taken: the processes take turns there."""

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


def all_features(paths):
    for path in paths:
        yield features(path)


paths, labels = np.load("paths.npy"), np.load("labels.npy")
x = np.array(list(all_features(paths)))
z = np.array([each for each in all_features(paths)])
model = keras.Sequential([keras.layers.Flatten(), keras.layers.Dense(10)])
model.compile("adam", "mse")
model.fit(x, labels, epochs=10)
