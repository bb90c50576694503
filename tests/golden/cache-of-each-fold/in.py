import os

import numpy as np
import tensorflow as tf


def features(fold):
    path = "features/%d.npy" % fold
    if os.path.exists(path):
        x = np.load(path)
    else:
        x = np.log(np.load("raw/%d.npy" % fold))
        np.save(path, x)
    return x


def train(fold):
    x = features(fold)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(x, x[:, :1], epochs=3)


for fold in range(5):
    train(fold)
