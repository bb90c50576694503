"""A function that trains with the callbacks of a caller that stands in another file."""

import tensorflow as tf


def fit(callbacks, epochs=3):
    (x, y), _ = tf.keras.datasets.mnist.load_data()
    model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.Adam(0.001), "sparse_categorical_crossentropy")
    stopping = tf.keras.callbacks.EarlyStopping(monitor="loss")
    model.fit(x, y, epochs=epochs, callbacks=callbacks + [stopping])
