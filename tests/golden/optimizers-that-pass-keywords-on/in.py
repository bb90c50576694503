import numpy as np
import tensorflow as tf


class Slow(tf.keras.optimizers.Adam):
    def __init__(self, **kwargs):
        tf.keras.optimizers.Adam.__init__(self, **kwargs)


class Named(tf.keras.optimizers.SGD):
    def __init__(self, name="Named", **kwargs):
        super().__init__(name=name, **kwargs)


def train(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
    model.fit(np.load("x.npy"), np.load("y.npy"))


train(Slow())
train(Named("first", momentum=0.9))
train(Named(learning_rate=0.1))
