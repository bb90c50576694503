"""A function that sets the weights of a model, and tells of it: every process runs it."""

import tensorflow as tf
import numpy as np


def load(layer, path):
    reader = tf.train.load_checkpoint(path)
    values = [(each, reader.get_tensor(each.name)) for each in layer.weights]
    tf.keras.backend.batch_set_value(values)
    print("loaded", len(values))


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
load(model, "pretrained.ckpt")
model.compile("adam", "mse")
model.fit(x, y, epochs=10)
