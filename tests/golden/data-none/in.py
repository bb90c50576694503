"""Nothing is divided: the rates stay as they are, too."""
import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
first = tf.keras.Sequential([tf.keras.layers.Dense(1)])
first.compile("adam", "mse")
first.fit(x, y)
second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
rate = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 1000, 0.9)
second.compile(tf.keras.optimizers.SGD(rate), "mse")
second.fit(x, y)
