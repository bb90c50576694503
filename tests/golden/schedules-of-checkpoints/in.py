"""Checkpoints that are saved after a number of batches: each process has a part of these, and an epoch fewer."""

import sys

import numpy as np
import tensorflow as tf

x = np.random.RandomState(0).normal(size=(256, 3)).astype("float32")
steps = len(x) // 16
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(
    x,
    x[:, :1],
    batch_size=16,
    epochs=4,
    verbose=0,
    callbacks=[
        tf.keras.callbacks.ModelCheckpoint("every-{epoch}.h5", save_freq=2 * steps),
        tf.keras.callbacks.ModelCheckpoint("often.h5", save_freq=8),
        tf.keras.callbacks.ModelCheckpoint("best.h5", save_freq="epoch"),
        tf.keras.callbacks.ModelCheckpoint("asked.h5", save_freq=sys.argv[1]),
    ],
)
