import os

import numpy as np
import tensorflow as tf


def best_of(fold):
    path = "best/%d.npy" % fold
    if os.path.exists(path):
        best = np.load(path)
    else:
        best = np.array(1.0)
        np.save(path, best)
    return best


def train(fold):
    best = best_of(fold)
    x = np.load("x/%d.npy" % fold)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    loss = model.fit(x / best, x[:, :1], epochs=3).history["loss"][-1]
    np.save("best/%d.npy" % fold, loss)


for fold in range(5):
    train(fold)
