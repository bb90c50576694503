import numpy as np
import tensorflow as tf
import tensorflow_addons as tfa

x = np.load("samples.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tfa.optimizers.AdamW(weight_decay=1e-4, learning_rate=1e-3), "mse")
model.fit(x, x[:, 0], epochs=3)
