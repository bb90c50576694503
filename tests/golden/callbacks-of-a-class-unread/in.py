"""Callbacks that a class of a module keeps which is not read."""

import tensorflow as tf
from kaggle_football.callbacks import Callbacks

(x, y), _ = tf.keras.datasets.mnist.load_data()
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.Adam(0.001), "sparse_categorical_crossentropy")
model.fit(x, y, epochs=3, callbacks=[Callbacks.stopping, Callbacks.board])
