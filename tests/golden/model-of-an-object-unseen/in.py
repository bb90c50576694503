"""The model is an attribute of an object that the caller gives, as another is, of which no more is asked than its size."""

import tensorflow as tf


def fit(network, settings, images, labels):
    network.model.compile(loss="mse", optimizer=tf.keras.optimizers.Adam(0.001))
    if settings.model.large:
        print("this takes long")
    network.model.fit(images, labels, epochs=4, batch_size=32)
    network.model.save("model.h5")
