import os

import numpy as np
import tensorflow as tf

home = os.getcwd()
x, y = np.load("x.npy"), np.load("y.npy")
os.chdir("prepared")
np.save("mean.npy", x.mean(axis=0))
os.chdir(home)
mean = np.load("prepared/mean.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x - mean, y, batch_size=32, epochs=5)
