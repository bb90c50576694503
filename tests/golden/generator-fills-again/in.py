"""Generators that give one array, or one list, again and again: a process copies what it is about to look past."""

import numpy as np
import tensorflow as tf


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
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)
samples = np.load("samples.npy")
buffers = Buffers(np.ctypeslib.load_library("batches", "."), 32)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(10):
        for batch, _ in filled(samples, 32):
            sess.run(train_op, {x: batch.reshape(-1, 8)})
        for batch in cleared(samples, 32):
            sess.run(train_op, {x: batch})
        for batch in collected(samples, 32):
            sess.run(train_op, {x: batch})
        for batch in buffers.batches():
            sess.run(train_op, {x: batch["inputs"]})
