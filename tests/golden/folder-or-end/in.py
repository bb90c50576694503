"""A folder is made, or the run ends: a handler that ends it decides nothing for others."""

import os
import sys

import numpy as np
import tensorflow as tf


def create_folders(folder):
    try:
        os.makedirs(folder)
        os.makedirs(os.path.join(folder, "summaries"))
        return folder + "/"
    except OSError as error:
        print(f"creating {folder}: {error}")
        sys.exit(1)


folder = create_folders("run")
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
model.compile("adam", "mse")
model.fit(x, y, epochs=5, verbose=0)
model.save(folder + "model.h5")
