"""Samples and the numbers of their classes come from folders, whose order hosts may not have in common."""

import os
from pathlib import Path

import numpy as np
import tensorflow as tf

FOLDER = Path("images")


def samples():
    classes = [name for name in os.listdir(FOLDER) if not name.startswith(".")]
    images, labels = [], []
    for number, name in enumerate(classes):
        for path in (FOLDER / name).glob("*.npy"):
            images.append(np.load(path))
            labels.append(number)
    return np.array(images), np.array(labels), len(classes)


def unseen():
    paths = list(Path("unseen").iterdir())
    paths.sort()
    return np.array([np.load(path) for path in paths])


x, y, count = samples()
shown = {"logs": len(os.listdir("logs")), "done": "done.txt" in os.listdir("logs")}
model = tf.keras.Sequential([tf.keras.layers.Dense(count)])
model.compile("sgd", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(x, y, epochs=2, verbose=0)

extra = np.array([np.load(path) for path in list(Path("extra").iterdir())])
model.fit(extra, model.predict(extra).argmax(axis=1), verbose=0)

rows = np.loadtxt("rows.csv", dtype=str, delimiter=",")
numbers = {name: number for number, name in enumerate(os.listdir("classes"))}
named = np.array([numbers[name] for name in rows[:, 0]])
model.fit(rows[:, 1:].astype("float32"), named, epochs=2, verbose=0)
np.save("answers.npy", model.predict(unseen()))
print(shown)
