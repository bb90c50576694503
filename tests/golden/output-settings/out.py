"""A function that prints what it sets for the whole process is run by all ranks; one that only shows something is not."""

import os
import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def prepare(folder):
    tf.keras.backend.set_floatx("float64")
    tf.config.run_functions_eagerly(True)
    sys.path.append(folder)
    os.environ.setdefault("CACHE", folder)
    if hvd.rank() == 0:
        print("ready")


def describe(model):
    lines = []
    for layer in model.layers:
        lines.append(layer.name)
    print("\n".join(lines))


prepare("lib")
x = np.random.RandomState(0).normal(size=(64, 3))
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
if hvd.rank() == 0:
    describe(model)
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(x[shard], x[:, :1][shard], epochs=2, verbose=0, callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)])
