"""One training is run; a search that goes on when a trial fails is left over, and nothing calls it."""

import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")


def train(units, epochs):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units, activation="relu"), tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.Adam(0.001), tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(images, labels, epochs=epochs, batch_size=64)
    return model


def search(trials):
    for trial in range(trials):
        try:
            train(8 * (trial + 1), 2)
        except ValueError as error:
            print(error)


if __name__ == "__main__":
    train(32, 10).save("digits.h5")
