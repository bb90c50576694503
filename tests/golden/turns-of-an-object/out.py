"""Loops take the batches of an object by its items: at their turn, at places drawn by chance, and one after another."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


class Pairs:
    def __init__(self):
        self.x, self.y = np.load("x.npy"), np.load("y.npy")

    def __len__(self):
        return len(self.x) // 32

    def __getitem__(self, k):
        return self.x[k * 32 : (k + 1) * 32], self.y[k * 32 : (k + 1) * 32]


pairs = Pairs()
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
for epoch in range(10):
    # Horovod: this process's samples; the last that not all can have are left out
    shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
    for k in common_np_random.permutation(len(pairs))[shard]:
        a, b = pairs[k]
        model.train_on_batch(a, b)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
for epoch in range(10):
    for k in range(max(1, len(pairs) // hvd.size())):
        a, b = pairs[k * hvd.size() + hvd.rank()]
        model.train_on_batch(a, b)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
for epoch in range(10):
    for k in range(max(1, 100 // hvd.size())):
        a, b = pairs[np.random.randint(len(pairs))]
        model.train_on_batch(a, b)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
for epoch in range(10):
    for a, b in own_items(pairs):
        model.train_on_batch(a, b)
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
