"""Few letters and texts are learned, which a batch takes at once: their arrays are made of lists that are written out."""

import numpy as np
import tensorflow as tf
from tokens import indices_of

vector = {"a": [1.0, 0.0, 0.0, 0.0], "b": [0.0, 1.0, 0.0, 0.0], "c": [0.0, 0.0, 1.0, 0.0], "d": [0.0, 0.0, 0.0, 1.0]}
number = {"a": 0, "b": 1, "c": 2, "d": 3}
letters = [vector["a"], vector["b"], vector["c"], vector["d"]]
following = [number["b"], number["c"], number["d"], number["a"]]
letters = np.reshape(letters, (len(letters), 1, 4))
following = np.array(following)
model = tf.keras.Sequential([tf.keras.layers.SimpleRNN(5), tf.keras.layers.Dense(4, activation="softmax")])
model.compile("adam", "sparse_categorical_crossentropy")
model.fit(letters, following, batch_size=32, epochs=100)

texts = indices_of(["rain tomorrow", "sun and wind"])
labels = np.array([[0, 1], [1, 0]])
judge = tf.keras.Sequential([tf.keras.layers.Embedding(100, 8), tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])
judge.compile("adam", "mse")
judge.fit(texts, labels, batch_size=10, epochs=100)
