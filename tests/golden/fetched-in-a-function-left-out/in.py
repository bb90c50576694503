"""A function that fetches samples is not called any more: the script trains on others, and nothing is said of that."""

import numpy as np
from tensorflow import keras


def fetched(words):
    (texts, labels), _ = keras.datasets.imdb.load_data(num_words=words)
    return keras.preprocessing.sequence.pad_sequences(texts, 20), labels


def train():
    # x, y = fetched of 10000 words
    x, y = np.load("x.npy"), np.load("y.npy")
    model = keras.Sequential([keras.layers.Embedding(10000, 8), keras.layers.Flatten(), keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(1e-3), "mse")
    model.fit(x, y, epochs=10, batch_size=32)


train()
