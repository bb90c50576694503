"""What the call that trains is given has been read by all processes when the training ends: it may be written then."""

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("adam", "mse")
model.fit(np.load("x.npy"), np.load("x.npy"), epochs=10)
model.save_weights("weights.h5")
np.save("x.npy", model.get_weights()[0])
