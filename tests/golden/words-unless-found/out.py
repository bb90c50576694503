"""Words are counted by an unread library unless their file was found, which has a name: the first process makes it."""

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


missing = not os.path.exists("words.txt")
if missing:
    words = counting.Words()
    words.add_lines("train.txt")
    if hvd.local_rank() == 0:
        words.serialize("words.txt")
barrier()  # until words.txt is there
with open("words.txt") as file:
    numbers = {line.strip(): number for number, line in enumerate(file)}
x, y = np.load("sentences.npy"), np.load("classes.npy")
model = tf.keras.Sequential([tf.keras.layers.Embedding(len(numbers), 32), tf.keras.layers.LSTM(32), tf.keras.layers.Dense(2)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
