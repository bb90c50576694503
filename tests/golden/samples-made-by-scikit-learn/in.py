"""Samples are made by chance, and nothing seeds it: clusters in two functions' calls, moons, and features by SciPy."""
import numpy as np
import tensorflow as tf
from scipy import stats
from sklearn.datasets import make_blobs, make_moons
from sklearn.model_selection import train_test_split


def clusters(count):
    return make_blobs(count, n_features=2)


moons, sides = make_moons(5000, noise=0.1)
features = stats.norm.rvs(size=(5000, 2))
noise = stats.norm.rvs(size=(5000, 2), scale=0.1)
x, x_test, y, y_test = train_test_split(np.hstack([moons, features + noise]), sides)
model = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1, activation="sigmoid")])
model.compile("adam", "binary_crossentropy")
model.fit(x, y, epochs=10)
model.evaluate(x_test, y_test)

points, groups = clusters(2000)
sorter = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(3)])
sorter.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
sorter.fit(points, groups, epochs=10)
held, kinds = clusters(200)
sorter.evaluate(held, kinds)
