"""Samples that chance chooses are put into the lists of a dictionary: all processes must choose alike."""

import numpy as np
import tensorflow as tf


def seen(images, labels):
    kinds = np.random.choice(np.unique(labels["all"]), 6, replace=False)
    chosen, kept = {"train": []}, {}
    for kind in kinds:
        (where,) = np.where(labels["all"] == kind)
        chosen["train"].append(images["all"][where])
        kept.setdefault("train", []).append(labels["all"][where])
    chosen["train"] = np.concatenate(chosen["train"])
    kept["train"] = np.concatenate(kept["train"])
    return chosen, kept


images, labels = seen({"all": np.load("images.npy")}, {"all": np.load("labels.npy")})
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(images["train"], labels["train"], epochs=5)
