import numpy as np
import pandas as pd
import tensorflow as tf

from forecaster import Forecaster


class Encoder:
    def __init__(self, width):
        self.width = width
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(width)])

    def train(self, rows, epochs):
        self.model.compile("adam", "mse")
        x = np.reshape(np.array(rows), (len(rows), self.width))
        self.model.fit(x, x, epochs=epochs)


def clean(price):
    price = np.abs(price)
    return price


table = pd.read_csv("prices.csv")
table["close"] = table["close"].apply(clean)
rows = table.values
encoder = Encoder(rows.shape[1])
encoder.train(rows, epochs=20)
# forecaster = Forecaster(rows.shape[1], rows)
