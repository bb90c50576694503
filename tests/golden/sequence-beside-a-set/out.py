"""A sequence that is given a set beside its samples: one of words, made by the script or read from its file."""

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


class Texts(keras.utils.Sequence):
    def __init__(self, x, y, size, missing):
        self.x, self.y, self.size, self.missing = x, y, size, missing

    def __len__(self):
        return len(self.x) // self.size

    def __getitem__(self, index):
        part = slice(index * self.size, (index + 1) * self.size)
        rows = [[word for word in row if word not in self.missing] for row in self.x[part]]
        return keras.preprocessing.sequence.pad_sequences(rows), self.y[part]


def load(words):
    missing = set()
    for word in words:
        if len(word) > 20:
            missing.add(word)
    return np.zeros((10, 10)), missing


saved = False
if saved:
    missing = np.load("e.npz")["missing"].reshape(1)[0]
else:
    embedding, missing = load(open("words.txt"))
    if hvd.rank() == 0:
        np.savez("e.npz", missing=missing)
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    Texts(x[shard], y[shard], 32, missing),
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
