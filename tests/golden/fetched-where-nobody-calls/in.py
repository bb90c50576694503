"""A function that no call is seen of fetches its samples and trains: whoever calls it does so in all processes."""

import numpy as np
import tensorflow as tf
import tensorflow_datasets as tfds


def training():
    data, info = tfds.load("imdb_reviews/subwords8k", with_info=True, as_supervised=True)
    train = data["train"].shuffle(10000).padded_batch(64)
    test = data["test"].padded_batch(64)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(1e-3), "mse")
    model.fit(train, epochs=10, validation_data=test)
    return model


def given_up(names):
    if not names:
        raise ValueError("no names")
    path = tf.keras.utils.get_file("x.npy", "https://example.org/x.npy")
    x = np.load(path)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model.fit(x, x[:, :1])
