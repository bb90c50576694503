"""All is tried, and what fails is told: a process that fails has nothing more to do, and ends the others."""

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


def main():
    try:
        prepare("images.npy")
        train(epochs=5)
    except Exception:
        traceback.print_exc()
    print("Bye.")


if __name__ == "__main__":
    main()
