"""A metric has variables once it is made: the GPU is chosen in the module that makes it while it is imported."""

import numpy as np
import tensorflow as tf
from measures import error

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", metrics=[error])
model.fit(x, y)
