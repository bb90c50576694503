"""A checkpoint after every five epochs, counted in steps: the steps of an epoch are divided, and their multiple with them."""
import numpy as np
import tensorflow as tf

x = np.load("x.npy")
y = np.load("y.npy")
batch = 32
steps = len(x) // batch
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
saver = tf.keras.callbacks.ModelCheckpoint("w-{epoch}.h5", save_freq=5 * steps)
model.fit(x, y, batch_size=batch, steps_per_epoch=steps, epochs=50, callbacks=[saver])
