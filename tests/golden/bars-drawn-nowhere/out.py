"""Progress bars that draw on a file, and the null device, which is no file that one process writes for all."""

import contextlib
import os

import numpy as np
import progressbar
import tensorflow as tf
from progress.bar import Bar
import horovod.tensorflow.keras as hvd
import sys

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
bar = progressbar.ProgressBar(
    max_value=10,
    widgets=[progressbar.Timer(), " ", progressbar.Bar()],
    fd=sys.stderr if hvd.rank() == 0 else open(os.devnull, "w"),
)
bar.start()
for epoch in range(10):
    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing):
        shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
        model.fit(
            samples[shard],
            labels[shard],
            verbose=2 if hvd.rank() == 0 else 0,
            callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
        )
    bar.update(epoch)
bar.finish()
loaded = [
    np.load(name)
    for name in Bar("loading", file=sys.stderr if hvd.rank() == 0 else open(os.devnull, "w")).iter(
        ["a.npy", "b.npy"]
    )
]
