import os
from datetime import datetime
import numpy as np
import tensorflow as tf


def folder():
    name = "run-" + datetime.now().strftime("%Y%m%d-%H%M%S")
    path = os.path.join("logs", name)
    os.makedirs(path)
    return path


def main():
    out = folder()
    samples, labels = np.load("x.npy"), np.load("y.npy")
    np.save(os.path.join(out, "mean.npy"), samples.mean(0))
    mean = np.load(os.path.join(out, "mean.npy"))
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(samples - mean, labels, epochs=3)
    model.save(os.path.join(out, "m.h5"))


if __name__ == "__main__":
    main()
