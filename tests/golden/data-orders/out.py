"""Minibatches in an order that is drawn anew in each epoch: a permutation, shuffled indices, arrays shuffled in place."""
import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x = np.linspace(0, 1, 101, dtype="float32")[:, None]
y = x ** 2
pairs = list(zip(x, y))
model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")

if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(5):
    order = np.random.permutation(len(x))
    shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
    for i in range(0, max(1, len(x) // hvd.size()), 10):
        model.train_on_batch(x[order[shard][i:i + 10]], y[order[shard][i:i + 10]])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True

if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in range(5):
    indices = np.arange(len(x))
    np.random.shuffle(indices)
    shard = slice(hvd.rank(), len(indices) // hvd.size() * hvd.size(), hvd.size())
    for b in range(max(1, len(x) // 10 // hvd.size())):
        batch = indices[shard][b * 10:(b + 1) * 10]
        xb, yb = x[batch], y[batch]
        model.train_on_batch(xb, yb)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True

shard = slice(hvd.rank(), len(pairs) // hvd.size() * hvd.size(), hvd.size())
if hvd.size() > 1:
    random.seed(0)  # one order in all processes
for epoch in range(5):
    random.shuffle(pairs)
    for i in range(0, max(1, len(pairs) // hvd.size()), 10):
        xb, yb = zip(*pairs[shard][i:i + 10])
        model.train_on_batch(np.stack(xb), np.stack(yb))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True

rng = np.random.default_rng(seed=None if hvd.size() == 1 else 0)
for epoch in range(5):
    order = rng.permutation(len(x))
    shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
    for b in range(max(1, len(x) // 10 // hvd.size())):
        batch = order[shard][b * 10:(b + 1) * 10]
        model.train_on_batch(x[batch], y[batch])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
