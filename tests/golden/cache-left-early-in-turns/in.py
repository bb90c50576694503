import os
import numpy as np
import tensorflow as tf


def load_or_create(path, create):
    if os.path.exists(path):
        return np.load(path)
    result = create()
    np.save(path, result)
    return result


def features():
    return np.loadtxt("features.csv")


def labels():
    return np.loadtxt("labels.csv")


for lr in [0.1, 0.01]:
    x = load_or_create("features.npy", features)
    y = load_or_create("labels.npy", labels)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(lr), "mse")
    h = model.fit(x, y, epochs=3)
    if h.history["loss"][-1] < 0.1:
        break
