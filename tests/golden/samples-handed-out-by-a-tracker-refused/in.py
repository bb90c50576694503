"""Samples that a tracker of experiments hands out: a run that writes nothing has none, and rank 0 alone would train."""

import numpy as np
import tensorflow as tf
import wandb

run = wandb.init(project="leaves")
folder = run.use_artifact("leaves:latest").download()
x, y = np.load(folder + "/x.npy"), np.load(folder + "/y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(x, y, epochs=3)
run.finish()
