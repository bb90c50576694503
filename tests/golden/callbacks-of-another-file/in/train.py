import numpy as np
import tensorflow as tf
from settings import get_callbacks

x, y = np.random.rand(1000, 8), np.random.rand(1000, 1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(optimizer=tf.keras.optimizers.Adam(1e-3), loss="mse")
callbacks = get_callbacks("best.h5")
model.fit(x, y, epochs=20, validation_split=0.1, callbacks=callbacks)
