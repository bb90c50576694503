"""A training that ends without its data, in a function that is tried: what it fetches is fetched in turns all the same."""

import sys
import traceback
from pathlib import Path

import numpy as np
from tensorflow import keras


def build():
    base = keras.applications.EfficientNetB0(include_top=False, weights="imagenet", pooling="avg")
    return keras.Sequential([base, keras.layers.Dense(4, activation="softmax")])


def train(folder):
    if not folder.exists():
        print("no data in", folder)
        return
    model = build()
    model.compile("adam", "sparse_categorical_crossentropy")
    model.fit(np.load(folder / "x.npy"), np.load(folder / "y.npy"), epochs=3)
    model.save("model.h5")


if __name__ == "__main__":
    try:
        train(Path("data"))
    except Exception as error:
        print("failed:", error)
        traceback.print_exc()
        sys.exit(1)
