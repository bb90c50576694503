"""Classify sentences by words that a library counts once, and writes to a file for later runs."""

import argparse
import os

import numpy as np
import tensorflow as tf
from wordtools import counting

parser = argparse.ArgumentParser()
parser.add_argument("--text", default="train.txt")
parser.add_argument("--words", default="words.txt")
args = parser.parse_args()


def count_words(text, path):
    words = counting.Words()
    words.add_lines(text)
    words.serialize(path)


def numbered(path):
    with open(path) as file:
        return {line.strip(): number for number, line in enumerate(file)}


if not os.path.isfile(args.words):
    count_words(args.text, args.words)
words = numbered(args.words)
x, y = np.load("sentences.npy"), np.load("classes.npy")

model = tf.keras.Sequential(
    [tf.keras.layers.Embedding(len(words), 32), tf.keras.layers.LSTM(32), tf.keras.layers.Dense(2, "softmax")]
)
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(x, y, epochs=3)
