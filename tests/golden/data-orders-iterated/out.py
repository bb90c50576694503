"""Iterators that shuffle their samples themselves: a generator, and a class that begins each epoch in another order."""

import random

import numpy as np
import tensorflow as tf
from sklearn.utils import shuffle
import horovod.tensorflow as hvd
import horovod.tensorflow.keras as hvd_keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
shared_random = np.random.RandomState(0)  # one order in all processes


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


class Recordings:
    def __init__(self, path, size):
        self.lines = open(path).read().splitlines()
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        np.random.shuffle(self.lines)
        self.size, self.at = size, 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.at + self.size > len(self.lines):
            self.at = 0
            np.random.shuffle(self.lines)
            raise StopIteration
        lines = self.lines[self.at:self.at + self.size]
        self.at += self.size
        return np.array([line.split() for line in lines], "float32")


def batches(files, size):
    files = list(files)
    while True:
        random.shuffle(files)
        for at in range(0, len(files) - size + 1, size):
            arrays = [np.load(each) for each in files[at:at + size]]
            yield np.stack([each[1:] for each in arrays]), np.stack([each[:1] for each in arrays])


def pieces(x, size):
    for epoch in range(10):
        x = shuffle(x, random_state=None if hvd.size() == 1 else shared_random)
        for at in random.sample(range(len(x) // size), len(range(len(x) // size))):
            yield x[at * size:(at + 1) * size]


first = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01 * hvd.size())


@tf.function
def train_step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((first(batch[:, 1:]) - batch[:, :1]) ** 2)
    tape = hvd.DistributedGradientTape(tape)
    gradients = tape.gradient(loss, first.trainable_variables)
    optimizer.apply_gradients(zip(gradients, first.trainable_variables))


recordings = Recordings("recordings.txt", 8)
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(5):
    for batch in own_items(recordings):
        train_step(batch)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(optimizer, "hvd_broadcast_done", False):
            hvd.broadcast_variables(first.variables, root_rank=0)
            hvd.broadcast_variables(optimizer.variables(), root_rank=0)
            optimizer.hvd_broadcast_done = True

second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
second.compile(hvd_keras.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd_keras.size())), "mse")
if hvd.size() > 1:
    random.seed(0)  # one order in all processes
second.fit(
    own_items(batches(["a.npy", "b.npy", "c.npy", "d.npy"], 2)),
    steps_per_epoch=max(1, 100 // hvd.size()),
    epochs=5,
    callbacks=[hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.size() > 1:
    random.seed(0)  # one order in all processes
for piece in own_items(pieces(np.load("pieces.npy"), 8)):
    second.train_on_batch(piece[:, 1:], piece[:, :1])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(second, "hvd_broadcast_done", False):
        broadcast = hvd_keras.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(second)
        broadcast.on_batch_end(0)
        second.hvd_broadcast_done = True
