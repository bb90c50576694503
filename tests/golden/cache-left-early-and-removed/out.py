import os

import numpy as np
import tensorflow as tf


def features(fold):
    if os.path.exists("features.npy"):
        return np.load("features.npy")
    result = np.loadtxt(f"features-{fold}.csv")
    np.save("features.npy", result)
    return result


for fold in range(5):
    x = features(fold)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.01), "mse")
    model.fit(x[:, 1:], x[:, 0], epochs=3)
    os.remove("features.npy")
