"""Optimizers whose rate falls a little with each step."""
import tensorflow as tf
from tensorflow.keras.optimizers import Adam, SGD
import numpy as np
x = np.load("x.npy")
rate, epochs = 0.1, 20
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(SGD(lr=rate, decay=rate / epochs, momentum=0.9), "mse")
model.fit(x, x[:, :1], batch_size=32, epochs=epochs)
other = tf.keras.Sequential([tf.keras.layers.Dense(1)])
other.compile(Adam(lr=rate, decay=0.0), "mse")
other.fit(x, x[:, :1], batch_size=32, epochs=epochs)
