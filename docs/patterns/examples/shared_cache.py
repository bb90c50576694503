"""Fit a model on data that are kept in a cache file."""

import tensorflow as tf

dataset = tf.data.Dataset.from_tensor_slices((tf.ones([100, 4]), tf.ones([100, 1])))
dataset = dataset.cache("prepared").batch(10)

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
model.fit(dataset, epochs=3)
