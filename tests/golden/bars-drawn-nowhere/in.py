"""Progress bars that draw on a file, and the null device, which is no file that one process writes for all."""

import contextlib
import os

import numpy as np
import progressbar
import tensorflow as tf
from progress.bar import Bar

samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
bar = progressbar.ProgressBar(max_value=10, widgets=[progressbar.Timer(), " ", progressbar.Bar()])
bar.start()
for epoch in range(10):
    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing):
        model.fit(samples, labels, verbose=2)
    bar.update(epoch)
bar.finish()
loaded = [np.load(name) for name in Bar("loading").iter(["a.npy", "b.npy"])]
