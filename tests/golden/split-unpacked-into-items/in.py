"""Samples are split by chance, and the parts are unpacked into items of a dictionary."""

import numpy as np
import pandas as pd
import tensorflow as tf
from sklearn.model_selection import train_test_split


class Characters:
    def __init__(self, path, held_out=0.1):
        self.images, self.labels = {}, {}
        parts = {"train": pd.read_parquet(path), "valid": None}
        parts["train"], parts["valid"] = train_test_split(parts["train"], test_size=held_out)
        for name, part in parts.items():
            self.images[name] = part["image"].values
            self.labels[name] = part["label"].values


characters = Characters("characters.parquet")
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(
    characters.images["train"],
    characters.labels["train"],
    validation_data=(characters.images["valid"], characters.labels["valid"]),
    epochs=5,
)
