"""A line of the standard input is read by rank 0, which has one, and sent to the others."""

import sys

import numpy as np
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.load("inputs.npy"), np.load("targets.npy"), epochs=3)
wanted = [float(word) for word in sys.stdin.readline().split()]
print(model.predict(np.array([wanted])))
