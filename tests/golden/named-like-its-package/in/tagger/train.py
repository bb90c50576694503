import numpy as np
import tensorflow as tf


def train(folder):
    x, y = np.load(folder + "/x.npy"), np.load(folder + "/y.npy")
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(x, y, batch_size=32, epochs=5)
