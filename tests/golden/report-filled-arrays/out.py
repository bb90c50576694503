"""Costs that a loop keeps in an array, turn by turn, and means of them."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
import horovod.keras as hvd
import tensorflow as tf
import keras

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples, targets = np.load("samples.npy"), np.load("targets.npy")
batch = 32
turns = int(samples.shape[0] / batch)
model = Sequential([Dense(1, input_shape=(4,))])
model.compile(
    hvd.DistributedOptimizer(type(keras.optimizers.get("adam"))(0.001 * hvd.size())),
    "mse",
)
costs = np.zeros(max(1, turns // hvd.size()))
table = np.zeros((max(1, turns // hvd.size()), 2))
for epoch in range(20):
    total = 0.0
    for turn in range(max(1, turns // hvd.size())):
        places = slice(
            (turn * hvd.size() + hvd.rank()) * batch,
            (turn * hvd.size() + hvd.rank() + 1) * batch,
        )
        costs[turn] = model.train_on_batch(samples[places], targets[places])
        # Horovod: once, after the first step, which has made all variables
        if not getattr(model, "hvd_broadcast_done", False):
            broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
            broadcast.set_model(model)
            broadcast.on_batch_end(0)
            model.hvd_broadcast_done = True
        table[turn, 0] = costs[turn]
        total += costs[turn]
        if hvd.rank() == 0:
            print(costs[: turn + 1].mean())
    if hvd.rank() == 0:
        print(
            epoch,
            np.mean(costs),
            sum(costs) / max(1, turns // hvd.size()),
            total / max(1, turns // hvd.size()),
            table[:, 0].mean(),
        )
