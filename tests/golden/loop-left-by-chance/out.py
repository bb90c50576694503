import numpy as np
import tensorflow as tf

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
scale = 1.0
for number in range(10):
    scale = np.load("scale.npy")
    np.save("scale.npy", np.maximum(scale, number))
    if np.random.rand() < 0.5:
        break
model.fit(x / scale, x[:, :1], epochs=3)
