"""Open files by a function that hands on the mode: its calls read, or write, as they say."""

import os
import sys
from collections import Counter

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


def barrier():
    """Wait until every process has come here."""
    hvd.broadcast(0, root_rank=0, name="barrier")


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


if not os.path.exists("words.txt") and hvd.local_rank() == 0:
    build_words("train.txt", "words.txt")
barrier()  # until words.txt is there
words = read_words("words.txt")

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Embedding(len(words), 8), keras.layers.GlobalAveragePooling1D(), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
history = model.fit(
    x[shard],
    y[shard],
    epochs=10,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    with open_file("losses.txt", "a") as log:
        log.write(str(history.history["loss"]))
summary = open_file("summary.txt" if hvd.rank() == 0 else os.devnull, "w")
if hvd.rank() == 0:
    summary.write(str(len(words)))
summary.close()
