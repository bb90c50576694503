import numpy as np
import tensorflow as tf


def train(path, epochs):
    data = np.load(path)
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(data["x"], data["y"], epochs=epochs)
