"""Matrices of few numbers, such as counts of words: `len` fails for them, so that others tell how many samples there are."""

import pandas as pd
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer
from tensorflow import keras

table = pd.read_csv("reviews.csv")
counts = CountVectorizer(max_features=1000).fit_transform(table["text"])
labels = table["label"].values
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
model.fit(counts, labels, batch_size=32, epochs=3)

both = sparse.hstack([counts, counts]).tocsr()
coder = keras.Sequential([keras.layers.Dense(8), keras.layers.Dense(2000)])
coder.compile(keras.optimizers.Adam(0.001), "mse")
coder.fit(both, both, batch_size=32, epochs=3)

dense = counts.toarray()
other = keras.Sequential([keras.layers.Dense(1)])
other.compile(keras.optimizers.Adam(0.001), "mse")
other.fit(dense, labels, batch_size=32, epochs=3)
