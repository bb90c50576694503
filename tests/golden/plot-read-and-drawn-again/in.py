"""A plot that every process has read is written again at once: when all have."""

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

x = np.load("data/x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, x[:, :1], epochs=10)
background = plt.imread("background.png")
plt.imshow(background)
plt.plot(x[:, 0], model.predict(x)[:, 0], ".")
plt.savefig("background.png")
