"""Open files by a function that hands on the mode: its calls read, or write, as they say."""

import os
import sys
from collections import Counter

import numpy as np
from tensorflow import keras


def open_file(filename, mode="r"):
    """Open a file in either version of Python."""
    if sys.version_info[0] > 2:
        return open(filename, mode, encoding="utf-8", errors="ignore")
    else:
        return open(filename, mode)


def build_words(path, words_path):
    counted = Counter()
    with open_file(path) as file:
        for line in file:
            counted.update(line.split())
    open_file(words_path, mode="w").write("\n".join(counted) + "\n")


def read_words(words_path):
    with open_file(words_path) as file:
        return [line.strip() for line in file]


if not os.path.exists("words.txt"):
    build_words("train.txt", "words.txt")
words = read_words("words.txt")

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Embedding(len(words), 8), keras.layers.GlobalAveragePooling1D(), keras.layers.Dense(1)])
model.compile("adam", "mse")
history = model.fit(x, y, epochs=10)
with open_file("losses.txt", "a") as log:
    log.write(str(history.history["loss"]))
summary = open_file("summary.txt", "w")
summary.write(str(len(words)))
summary.close()
