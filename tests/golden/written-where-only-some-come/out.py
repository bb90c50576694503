import time

import numpy as np
import tensorflow as tf

start = time.time()
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
scale = 1.0
for part in np.array_split(x, 10):
    if time.time() - start > 3600:
        scale = np.load("scale.npy")
        np.save("scale.npy", np.maximum(scale, np.abs(part).max()))
    model.fit(part / scale, part[:, :1], epochs=3)
