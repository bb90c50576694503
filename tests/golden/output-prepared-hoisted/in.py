"""What is written is computed by every process, since it is drawn by chance, and read by all of them."""
import numpy as np
import tensorflow as tf

np.save("noise.npy", np.random.rand(1000, 4))
print("noise is saved")
noise = np.load("noise.npy")
x = np.load("x.npy") + noise
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, x[:, :1], epochs=5)
