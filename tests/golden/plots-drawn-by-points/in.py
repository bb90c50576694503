"""How points are drawn is no path: no process reads the working folder there, into which a plot is written."""

import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

NAME = "final"

x, y = np.load("data/x.npy"), np.load("data/y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, epochs=10)
predicted = model.predict(x)[:, 0]
figure, axes = plt.subplots()
axes.plot(y, predicted, ".")
plt.plot(y, predicted, ".", color="gray")
plt.savefig(f"predicted_{NAME}.png")
