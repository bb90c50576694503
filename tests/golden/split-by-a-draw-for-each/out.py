"""A draw for each sample decides which are held back: all processes hold back the same."""

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


def read(path):
    train, held = [], []
    with open(path) as lines:
        for line in lines:
            values = [float(each) for each in line.split(",")]
            if random.random() < 0.1:
                held.append(values)
            else:
                train.append(values)
    return np.array(train), np.array(held)


if hvd.size() > 1:
    random.seed(0)  # the same data in all processes
train, held = read("samples.csv")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse")
# Horovod: this process's samples; the last that not all can have are left out
shard = slice(hvd.rank(), hvd.rank() - hvd.size() + 1 or None, hvd.size())
model.fit(
    train[:, :-1][shard],
    train[:, -1:][shard],
    epochs=5,
    validation_data=(held[:, :-1], held[:, -1:]),
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
