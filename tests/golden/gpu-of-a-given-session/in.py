"""A session that is made so that the memory of the GPU grows: TensorFlow 2 trains eagerly all the same."""

import numpy as np
import tensorflow as tf

config = tf.compat.v1.ConfigProto()
config.gpu_options.allow_growth = True
session = tf.compat.v1.Session(config=config)
tf.compat.v1.keras.backend.set_session(session)

x, y = np.load("x.npy"), np.load("y.npy")
with session.as_default():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    model.fit(x, y, epochs=3)
