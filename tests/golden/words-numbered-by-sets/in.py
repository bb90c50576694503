"""Words and labels that get numbers in the order of a set: of one that is filled, that a function gives or is given."""

import numpy as np
from tensorflow import keras


class Vocabulary:
    def __init__(self):
        self.words = set()

    def read(self, line):
        self.words.update(line.split())

    def numbers(self):
        return {word: number for number, word in enumerate(self.words)}


def letters(lines):
    found = set()
    for line in lines:
        found |= set(line)
    return found


def numbered(items):
    found = {}
    for item in items:
        found[item] = len(found)
    return found


with open("lines.txt") as file:
    lines = file.read().splitlines()
labels = set()
vocabulary = Vocabulary()
for line in lines:
    label, text = line.split(":")
    labels.add(label)
    vocabulary.read(text)
for label in labels:
    print(label)
number_of = numbered(labels)
place_of = {letter: place for place, letter in enumerate(letters(lines))}
words = vocabulary.numbers()
samples = np.array([[words[line.split()[1]], place_of[line[0]]] for line in lines])
targets = np.array([number_of[line.split(":")[0]] for line in lines])
model = keras.Sequential([keras.layers.Embedding(10000, 8), keras.layers.Flatten(), keras.layers.Dense(len(labels))])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(samples, targets, batch_size=32, epochs=3)
