import numpy as np
import tensorflow as tf


def model(size):
    made = tf.keras.Sequential([tf.keras.layers.Dense(size)])
    made.compile(loss="mse", optimizer="adam")
    return made


def data():
    return np.load("photos.npy")


if __name__ == "__main__":
    model = model(3)
    for data in [data()]:
        model.fit(data, data)
