"""Libraries that fetch their data where they are asked for: processes of one host would write the same files at once."""

import gensim.downloader
import kagglehub
import nltk
import numpy as np
import tensorflow as tf

nltk.download("punkt")
folder = kagglehub.dataset_download("somebody/reviews")


def matrix(words):
    vectors = gensim.downloader.load("glove-wiki-gigaword-100")
    return np.array([vectors[word] for word in words])


tokens = nltk.word_tokenize(open(f"{folder}/words.txt").read())
x, y = matrix(tokens), np.load(f"{folder}/labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, batch_size=32, epochs=3)
