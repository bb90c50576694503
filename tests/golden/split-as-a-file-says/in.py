"""Let a file say how samples are split: whether by a seed, no argument shows."""

import json

import numpy as np
from sklearn.model_selection import KFold, train_test_split
from tensorflow import keras


def network():
    model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(1e-3), "mse")
    return model


with open("train.json") as file:
    options = json.load(file)
seen = {"test_size": 0.2, "random_state": 3}
x, y = np.load("x.npy"), np.load("y.npy")
first, held, labels, held_labels = train_test_split(x, y, **options["split"])
network().fit(first, labels, validation_data=(held, held_labels), epochs=10)
for rows, others in KFold(**options["folds"]).split(x):
    network().fit(x[rows], y[rows], validation_data=(x[others], y[others]), epochs=10)
second, kept, classes, kept_classes = train_test_split(x, y, **seen)
network().fit(second, classes, validation_data=(kept, kept_classes), epochs=10)
