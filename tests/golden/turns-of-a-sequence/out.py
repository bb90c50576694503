"""A loop takes the batches of a sequence by its turn; the sequence orders its samples anew in each epoch."""

import numpy as np
import tensorflow as tf
from tqdm import tqdm, trange
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


class Pairs(tf.keras.utils.Sequence):
    def __init__(self, size):
        self.x, self.y, self.size = np.load("x.npy"), np.load("y.npy"), size
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        self.on_epoch_end()

    def __len__(self):
        return len(self.x) // self.size

    def __getitem__(self, k):
        some = self.order[k * self.size : (k + 1) * self.size]
        return self.x[some], self.y[some]

    def on_epoch_end(self):
        self.order = np.random.permutation(len(self.x))


pairs = Pairs(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
if hvd.size() > 1:
    np.random.seed(0)  # one order in all processes
for epoch in trange(10, disable=hvd.rank() != 0):
    losses = []
    for k in tqdm(range(max(1, len(pairs) // hvd.size())), disable=hvd.rank() != 0):
        a, b = pairs[k * hvd.size() + hvd.rank()]
        losses.append(model.train_on_batch(a, b))
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
    pairs.on_epoch_end()
    if hvd.rank() == 0:
        print(np.mean(losses))
