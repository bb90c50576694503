#!/usr/bin/env python
"""A docstring first."""

from __future__ import print_function

import argparse

import numpy as np
from tensorflow import keras  # Keras of TensorFlow


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
        optimizer=keras.optimizers.Adam(
            # tuned by hand
            learning_rate=3e-4,
        ),
        metrics=["mae"],
    )
    model.fit(
        x,
        y,
        batch_size=8,
        epochs=args.epochs,
        callbacks=[
            # stops early
            keras.callbacks.EarlyStopping(monitor="loss", patience=3),
        ],
        verbose=2,  # one line an epoch
    )


if __name__ == "__main__":
    main()
