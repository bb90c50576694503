import numpy as np
import tensorflow as tf

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
scale = 1.0
for part in np.array_split(x, 10):
    model.fit(part / scale, part[:, :1], epochs=3)
    if np.random.rand() < 0.5:
        continue
    scale = np.load("scale.npy")
    np.save("scale.npy", np.maximum(scale, np.abs(part).max()))
