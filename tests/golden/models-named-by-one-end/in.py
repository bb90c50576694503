"""What may be the file that every process has just read is written when all have: of its name only the end is seen."""

import os
import sys

import numpy as np
import tensorflow as tf

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("adam", "mse")
model.fit(x, x, epochs=10)
model = tf.keras.models.load_model(os.path.join("results", f"model_{sys.argv[1]}_best.h5"))
print("error", np.mean(np.abs(model.predict(x) - x)))
model.save(os.path.join("results", f"model_{sys.argv[2]}_best.h5"))
