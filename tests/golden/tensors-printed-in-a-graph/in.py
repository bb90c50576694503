import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


def watched(inputs):
    hidden = tf.compat.v1.Print(inputs * 2.0, [tf.shape(inputs)], "shape: ")
    hidden = tf.compat.v1.Print(hidden, [hidden], "hidden: ")
    return hidden


def loss(labels, given):
    error = K.mean(K.square(labels - given))
    return K.print_tensor(error * 2.0, "error: ")


model = tf.keras.Sequential([tf.keras.layers.Lambda(watched), tf.keras.layers.Dense(1)])
model.compile("sgd", loss)
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=9)
