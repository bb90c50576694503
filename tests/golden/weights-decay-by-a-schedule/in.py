import numpy as np
import tensorflow as tf
import tensorflow_addons as tfa

x, y = np.load("x.npy"), np.load("y.npy")
decay = tf.keras.optimizers.schedules.CosineDecay(1e-4, 1000)
rate = tf.keras.optimizers.schedules.CosineDecay(1e-3, 1000)
optimizer = tfa.optimizers.AdamW(weight_decay=decay, learning_rate=rate)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile(optimizer, "mse")
model.fit(x, y, batch_size=32, epochs=10)
