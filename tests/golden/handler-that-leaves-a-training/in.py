import os
import sys

import numpy as np
import tensorflow as tf


def train(folder):
    try:
        os.makedirs(folder)
    except OSError:
        print("is there already:", folder)
        return
    x, y = np.load("x.npy"), np.load("y.npy")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(x, y, epochs=5)
    model.save(os.path.join(folder, "model.h5"))


train(sys.argv[1])
