import numpy as np
import tensorflow as tf


class Fixed(tf.keras.optimizers.Adam):
    def __init__(self, learning_rate, factor):
        super().__init__(learning_rate)
        self.factor = factor


class Needy(tf.keras.optimizers.Adam):
    def __init__(self, factor, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor


class Decided(tf.keras.optimizers.Adam):
    def __init__(self, learning_rate=0.01, **kwargs):
        super().__init__(learning_rate, beta_1=0.5, **kwargs)


class Lost(tf.keras.optimizers.Adam):
    def __init__(self, learning_rate=0.01, factor=2, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.factor = factor


class Open(tf.keras.optimizers.Adam):
    def __init__(self, learning_rate=0.01, name="Open", **kwargs):
        super().__init__(learning_rate=learning_rate, name=name, **kwargs)


x, y = np.load("x.npy"), np.load("y.npy")


def train(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
    model.fit(x, y)


train(Fixed(0.02, 0.1))
train(Needy(2, learning_rate=0.01))
train(Decided(0.02))
train(Lost(0.02, factor=5))
train(Open(0.02))
