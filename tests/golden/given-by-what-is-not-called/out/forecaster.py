import numpy as np
import tensorflow as tf


class Forecaster:
    def __init__(self, width, rows):
        self.width = width
        self.rows = np.array(rows)
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])

    def train(self, y, epochs):
        self.model.compile("adam", "mse")
        self.model.fit(np.reshape(self.rows, (len(self.rows), self.width)), y, epochs=epochs)
