import numpy as np
import tensorflow as tf

width = np.random.randint(8, 64)
model = tf.keras.Sequential([tf.keras.layers.Dense(width), tf.keras.layers.Dense(1)])
print(model.predict(np.load("x.npy")))
