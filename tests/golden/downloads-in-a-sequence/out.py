"""Keras asks a sequence for its items in each process by itself, and with them for what fetches a corpus."""

import nltk
import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


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
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
with open("lines.txt") as file:
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    model.fit(
        Texts(file.readlines()[shard]),
        epochs=3,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        verbose=1 if hvd.rank() == 0 else 0,
    )
