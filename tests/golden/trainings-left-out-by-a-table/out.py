import csv
import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")


def known():
    if not os.path.exists("results.csv"):
        return set()
    with open("results.csv") as file:
        return {int(row[0]) for row in csv.reader(file)}


done = known()
for units in (16, 32, 64):
    if units in done:
        continue
    model = tf.keras.Sequential([tf.keras.layers.Dense(units), tf.keras.layers.Dense(1)])
    model.compile(
        hvd.DistributedOptimizer(tf.keras.optimizers.SGD(0.01 * hvd.size())), "mse"
    )
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        verbose=0,
        callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    )
    if hvd.rank() == 0:
        with open("results.csv", "a") as file:
            csv.writer(file).writerow([units, model.evaluate(x, y, verbose=0)])
