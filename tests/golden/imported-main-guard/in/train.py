import numpy as np
import tensorflow as tf
from evaluate import accuracy

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
model.fit(x, y, batch_size=32, epochs=5)
accuracy(model, x, y)
