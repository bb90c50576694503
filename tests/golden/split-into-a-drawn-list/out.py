"""Samples go into one list or another, which is chosen by chance: without an `if`, and by a name."""

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

train, held, tested = [], [], []
if hvd.size() > 1:
    random.seed(0)  # the same data in all processes
with open("samples.csv") as lines:
    for line in lines:
        (held if random.random() < 0.1 else train).append([float(each) for each in line.split(",")])

rest = []
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
with open("more.csv") as lines:
    for line in lines:
        if np.random.rand() < 0.2:
            part = tested
        else:
            part = rest
        part.append([float(each) for each in line.split(",")])

train = np.array(train + rest)
held = np.array(held)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    train[:, :-1][shard],
    train[:, -1:][shard],
    epochs=5,
    validation_data=(held[:, :-1], held[:, -1:]),
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
if hvd.rank() == 0:
    print(model.evaluate(np.array(tested)[:, :-1], np.array(tested)[:, -1:]))
