import os
import pickle

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


class Text:
    """A text as numbers: its words are numbered once, and kept beside it."""

    def __init__(self, folder, width):
        self.width = width
        words = os.path.join(folder, "words.pkl")
        numbers = os.path.join(folder, "numbers.npy")
        if hvd.local_rank() != 0:
            barrier()  # until the first process of this host is done
        if not (os.path.exists(words) and os.path.exists(numbers)):
            self.prepare(os.path.join(folder, "text.txt"), words, numbers)
        else:
            self.load(words, numbers)
        if hvd.local_rank() == 0:
            barrier()  # the others may go on

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
model.compile(hvd.DistributedOptimizer(keras.optimizers.SGD(0.1 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    rows[:, :-1][shard],
    rows[:, -1][shard],
    epochs=3,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
