"""Words that are numbered by a set unless a list is given: of a vocabulary that is always made, and of a file that may be."""

import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


lines = [line.split() for line in open("lines.txt")]


class Vocabulary:
    def __init__(self, words=None):
        self.words = words if words is not None else {word for line in lines for word in line}
        self.numbers = {word: number for number, word in enumerate(in_one_order(self.words))}


def numbered(labels):
    return {label: number for number, label in enumerate(in_one_order(labels))}


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
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.1 * hvd.size())), "sparse_categorical_crossentropy")
shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    samples[shard],
    targets[shard],
    batch_size=32,
    epochs=2,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
