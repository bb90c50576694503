import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
best = tf.keras.callbacks.ModelCheckpoint("best.h5", save_best_only=True)

try:
    model.load_weights("best.h5")
except OSError:
    print("there is no model yet")

model.fit(x, y, epochs=10, validation_split=0.2, callbacks=[best])
