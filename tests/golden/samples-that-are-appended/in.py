"""An array is made of a list that a loop adds to: how many samples it has is not written down."""

import numpy as np
import tensorflow as tf

series = np.loadtxt("series.txt")
windows, following = [series[0:8]], [series[8]]
for start in range(1, len(series) - 8):
    windows.append(series[start : start + 8])
    following.append(series[start + 8])
windows = np.reshape(windows, (len(windows), 8, 1))
model = tf.keras.Sequential([tf.keras.layers.SimpleRNN(5), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(windows, np.array(following), batch_size=32, epochs=100)
