"""A network that is trained within another one first, as a layer that the other one is asked for."""

import numpy as np
import tensorflow as tf


def encoder():
    inputs = tf.keras.Input((4,))
    return tf.keras.Model(inputs, tf.keras.layers.Dense(4)(inputs), name="encoder")


def network():
    inputs = tf.keras.Input((4,))
    return tf.keras.Model(inputs, tf.keras.layers.Dense(1)(encoder()(inputs)))


samples, labels = np.load("samples.npy"), np.load("labels.npy")
whole = network()
part = whole.get_layer("encoder")
part.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss="mse")
part.fit(samples, samples, batch_size=32, epochs=3)

whole.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss="mse")
whole.fit(samples, labels, batch_size=32, epochs=3)
