#!/usr/bin/env python
"""A docstring first."""

from __future__ import print_function

import argparse

import numpy as np
from tensorflow import keras  # Keras of TensorFlow
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=1)
    args = parser.parse_args()

    x = np.random.RandomState(0).rand(
        61,  # an odd number of samples
        4,
    ).astype("float32")
    y = x.sum(axis=1)

    model = keras.Sequential(
        [
            keras.layers.Dense(8, activation="relu"),
            keras.layers.Dense(1),
        ]
    )
    model.compile(
        loss="mse",
        optimizer=hvd.DistributedOptimizer(keras.optimizers.Adam(
            # tuned by hand
            learning_rate=3e-4 * hvd.size(),
        )),
        metrics=["mae"],
    )
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    model.fit(
        x[shard],
        y[shard],
        batch_size=8,
        epochs=args.epochs,
        callbacks=[
            hvd.callbacks.BroadcastGlobalVariablesCallback(0),
            hvd.callbacks.MetricAverageCallback(),
            # stops early
            keras.callbacks.EarlyStopping(monitor="loss", patience=3),
        ],
        verbose=2 if hvd.rank() == 0 else 0,  # one line an epoch
    )


if __name__ == "__main__":
    main()
