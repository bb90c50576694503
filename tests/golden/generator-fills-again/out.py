"""Generators that give one array, or one list, again and again: a process copies what it is about to look past."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd
import copy

hvd.init()


def own_copies(items):
    """Yield copies of the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[map(copy.deepcopy, items)] * hvd.size()):
        yield group[hvd.rank()]


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


def filled(samples, size):
    batch = np.zeros((size, 8))
    for start in range(0, len(samples) - size + 1, size):
        for row in range(size):
            batch[row] = samples[start + row]
        yield batch.reshape(size, 2, 4), size


def cleared(samples, size):
    batch = []
    for sample in samples:
        batch.append(sample)
        if len(batch) == size:
            yield batch
            del batch[:]


def collected(samples, size):
    batch = []
    for sample in samples:
        batch.append(sample)
        if len(batch) == size:
            yield batch
            batch = []


class Buffers:
    """What a library fills, and gives as its own."""

    def __init__(self, library, size):
        self.library, self.inputs = library, np.zeros((size, 8))

    def batches(self):
        while self.library.fill(self.inputs.ctypes.data):
            yield {"inputs": self.inputs}


x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
samples = np.load("samples.npy")
buffers = Buffers(np.ctypeslib.load_library("batches", "."), 32)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for _ in range(10):
        for batch, _ in own_copies(filled(samples, 32)):
            sess.run(train_op, {x: batch.reshape(-1, 8)})
        for batch in own_copies(cleared(samples, 32)):
            sess.run(train_op, {x: batch})
        for batch in own_items(collected(samples, 32)):
            sess.run(train_op, {x: batch})
        for batch in own_copies(buffers.batches()):
            sess.run(train_op, {x: batch["inputs"]})
