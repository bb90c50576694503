import tensorflow as tf
from optim import optimizer
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer=optimizer, loss="mse")
model.fit([[1.0]] * 64, [[2.0]] * 64)
