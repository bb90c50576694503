"""Words and labels that get numbers in the order of a set: of one that is filled, that a function gives or is given."""

import numpy as np
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


class Vocabulary:
    def __init__(self):
        self.words = set()

    def read(self, line):
        self.words.update(line.split())

    def numbers(self):
        return {word: number for number, word in enumerate(in_one_order(self.words))}


def letters(lines):
    found = set()
    for line in lines:
        found |= set(line)
    return found


def numbered(items):
    found = {}
    for item in in_one_order(items):
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
if hvd.rank() == 0:
    for label in labels:
        print(label)
number_of = numbered(labels)
place_of = {letter: place for place, letter in enumerate(in_one_order(letters(lines)))}
words = vocabulary.numbers()
samples = np.array([[words[line.split()[1]], place_of[line[0]]] for line in lines])
targets = np.array([number_of[line.split(":")[0]] for line in lines])
model = keras.Sequential([keras.layers.Embedding(10000, 8), keras.layers.Flatten(), keras.layers.Dense(len(labels))])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    targets[shard],
    batch_size=32,
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
