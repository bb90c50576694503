"""A function that nothing calls any more has names of TensorFlow 1: they say nothing of the version that runs this."""
import numpy as np
import tensorflow as tf


def session():
    config = tf.ConfigProto()
    config.gpu_options.allow_growth = True
    return tf.Session(config=config)


rows = np.load("rows.npy")
# tf.keras.backend.set_session(session())
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
model.fit(rows[:, 1:], rows[:, 0], epochs=5)
