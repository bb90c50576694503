"""Classify sentences by words that a library counts once, by a function that is left where their file is there."""

import argparse
import os

import numpy as np
import tensorflow as tf
from wordtools import counting
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


parser = argparse.ArgumentParser()
parser.add_argument("--text", default="train.txt")
parser.add_argument("--words", default="words.txt")
args = parser.parse_args()


def count_words(text, path):
    if os.path.exists(path):
        return
    words = counting.Words()
    words.add_lines(text)
    words.serialize(path)


if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
count_words(args.text, args.words)
if hvd.local_rank() == 0:
    barrier()  # the others may go on
with open(args.words) as file:
    words = {line.strip(): number for number, line in enumerate(file)}
x, y = np.load("sentences.npy"), np.load("classes.npy")

model = tf.keras.Sequential(
    [tf.keras.layers.Embedding(len(words), 32), tf.keras.layers.LSTM(32), tf.keras.layers.Dense(2, "softmax")]
)
model.compile(
    hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "sparse_categorical_crossentropy"
)
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
