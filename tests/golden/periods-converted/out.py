"""Periods and limits that options give as texts: they are of the steps of all processes as numbers are."""

import argparse

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

parser = argparse.ArgumentParser()
parser.add_argument("--steps", default="1000")
parser.add_argument("--show", default="50")
parser.add_argument("--save", default=2e2)
parser.add_argument("--often", type=int, default=100)
options = parser.parse_args()
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
total = 0.0
for step in range(max(1, int(options.steps) // hvd.size())):
    chosen = np.random.randint(0, len(x), 32)
    total += model.train_on_batch(x[chosen], y[chosen])
    # Horovod: once, after the first step, which has made all variables
    if not getattr(model, "hvd_broadcast_done", False):
        broadcast = hvd.callbacks.BroadcastGlobalVariablesCallback(0)
        broadcast.set_model(model)
        broadcast.on_batch_end(0)
        model.hvd_broadcast_done = True
    if (step + 1) % max(1, int(options.show) // hvd.size()) == 0:
        if hvd.rank() == 0:
            print(step + 1, total / max(1, int(options.show) // hvd.size()))
        total = 0.0
    if hvd.rank() == 0:
        if step % max(1, int(options.save) // hvd.size()) == 0:
            model.save("model.h5")
        if (step + 1) % max(1, options.often // hvd.size()) == 0:
            print(model.evaluate(x, y))
