import numpy as np
import tensorflow as tf


class Dense:
    def train(self):
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        model.fit(np.load("x.npy"), np.load("y.npy"))
        model.save("dense.h5")
