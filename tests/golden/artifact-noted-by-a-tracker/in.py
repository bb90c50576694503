"""A tracker of experiments notes which samples a run uses, which are read from files all the same."""

import numpy as np
import tensorflow as tf
import wandb

run = wandb.init(project="leaves")
run.use_artifact("leaves:latest")
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(x, y, epochs=3)
run.finish()
