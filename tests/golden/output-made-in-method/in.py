import os
import pickle

import numpy as np
from tensorflow import keras


class Text:
    """A text as numbers: its words are numbered once, and kept beside it."""

    def __init__(self, folder, width):
        self.width = width
        words = os.path.join(folder, "words.pkl")
        numbers = os.path.join(folder, "numbers.npy")
        if not (os.path.exists(words) and os.path.exists(numbers)):
            self.prepare(os.path.join(folder, "text.txt"), words, numbers)
        else:
            self.load(words, numbers)

    def prepare(self, text, words, numbers):
        with open(text) as file:
            found = file.read().split()
        self.words = sorted(found)
        with open(words, "wb") as file:
            pickle.dump(self.words, file)
        self.numbers = np.array([self.words.index(word) for word in found])
        np.save(numbers, self.numbers)

    def load(self, words, numbers):
        with open(words, "rb") as file:
            self.words = pickle.load(file)
        self.numbers = np.load(numbers)

    def rows(self):
        return self.numbers[: len(self.numbers) // self.width * self.width].reshape(-1, self.width)


text = Text("data", 8)
rows = np.array(text.rows())
model = keras.Sequential([keras.layers.Dense(16), keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.1), "mse")
model.fit(rows[:, :-1], rows[:, -1], epochs=3)
