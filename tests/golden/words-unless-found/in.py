"""Words are counted by an unread library unless their file was found, which has a name: the first process makes it."""

import os

import numpy as np
import tensorflow as tf
from wordtools import counting

missing = not os.path.exists("words.txt")
if missing:
    words = counting.Words()
    words.add_lines("train.txt")
    words.serialize("words.txt")
with open("words.txt") as file:
    numbers = {line.strip(): number for number, line in enumerate(file)}
x, y = np.load("sentences.npy"), np.load("classes.npy")
model = tf.keras.Sequential([tf.keras.layers.Embedding(len(numbers), 32), tf.keras.layers.LSTM(32), tf.keras.layers.Dense(2)])
model.compile("adam", "mse")
model.fit(x, y, epochs=3)
