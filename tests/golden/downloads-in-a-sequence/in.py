"""Keras asks a sequence for its items in each process by itself, and with them for what fetches a corpus."""

import nltk
import numpy as np
import tensorflow as tf


def words(text):
    try:
        return nltk.word_tokenize(text)
    except LookupError:
        nltk.download("punkt", quiet=True)
    return nltk.word_tokenize(text)


class Texts(tf.keras.utils.Sequence):
    def __init__(self, lines):
        self.lines = lines

    def __len__(self):
        return len(self.lines) // 32

    def __getitem__(self, index):
        lines = self.lines[index * 32 : (index + 1) * 32]
        lengths = [len(words(line)) for line in lines if line.strip()]
        return np.array(lengths)[:, np.newaxis], np.ones((len(lengths), 1))


model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
with open("lines.txt") as file:
    model.fit(Texts(file.readlines()), epochs=3)
