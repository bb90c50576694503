"""Words that are numbered by a set unless a list is given: of a vocabulary that is always made, and of a file that may be."""

import sys

import numpy as np
import tensorflow as tf

lines = [line.split() for line in open("lines.txt")]


class Vocabulary:
    def __init__(self, words=None):
        self.words = words if words is not None else {word for line in lines for word in line}
        self.numbers = {word: number for number, word in enumerate(self.words)}


def numbered(labels):
    return {label: number for number, label in enumerate(labels)}


if len(sys.argv) > 1:
    labels = open(sys.argv[1]).read().split()
else:
    labels = set(line[-1] for line in lines)
vocabulary, classes = Vocabulary(), numbered(labels)
samples = np.array([[vocabulary.numbers[word] for word in line[:5]] for line in lines])
targets = np.array([classes[line[-1]] for line in lines])
model = tf.keras.Sequential(
    [
        tf.keras.layers.Embedding(len(vocabulary.numbers), 8),
        tf.keras.layers.GlobalAveragePooling1D(),
        tf.keras.layers.Dense(len(classes), activation="softmax"),
    ]
)
model.compile(tf.keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
model.fit(samples, targets, batch_size=32, epochs=2)
