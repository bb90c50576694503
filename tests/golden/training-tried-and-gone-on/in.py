"""All is tried, and what fails is told; then a model is trained: a process that has failed would be there alone."""

import traceback

import numpy as np
import tensorflow as tf


def prepare(path):
    images = np.load(path)
    np.save("scaled.npy", images / 255.0)


def train(epochs):
    x = np.load("scaled.npy")
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(x, np.zeros(len(x)), epochs=epochs)


def main(path):
    try:
        prepare(path)
        train(epochs=5)
    except Exception:
        traceback.print_exc()


if __name__ == "__main__":
    main("images.npy")
    main("more_images.npy")
