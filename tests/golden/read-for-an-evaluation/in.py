"""What an evaluation after the training is given is read by all before rank 0 writes it again."""

import numpy as np
import tensorflow as tf

x = np.load("samples.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("adam", "mse")
model.fit(x, x, epochs=10)
kept = [model.evaluate(each, each) for each in np.split(np.load("x.npy"), 2)]
if kept[0] < kept[1]:
    x = x[::-1]
np.save("x.npy", model.get_weights()[0])
