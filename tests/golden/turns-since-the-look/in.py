"""A cache whose look is kept in a name: the turns begin where it is looked for."""

import os

import numpy as np
from tensorflow import keras

cached = os.path.exists("x.npz")
classes = ["a", "b"]
if cached:
    loaded = np.load("x.npz")
    x, y = loaded["x"], loaded["y"]
else:
    x = np.stack([np.load(f"raw/{number}.npy") for number in range(1000)])
    y = np.load("labels.npy")
    np.savez("x.npz", x=x, y=y)
model = keras.Sequential([keras.layers.Dense(len(classes), activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(x, y, epochs=3)
