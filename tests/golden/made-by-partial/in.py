from functools import partial

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
make = partial(tf.keras.optimizers.SGD, 0.05, 0.9)
make_slow = partial(tf.keras.optimizers.Adam, learning_rate=3e-4)
CHOICES = {"adam": partial(tf.keras.optimizers.Adam, 0.002), "sgd": partial(tf.keras.optimizers.SGD, momentum=0.5)}


def dense():
    return tf.keras.Sequential([tf.keras.layers.Dense(1)])


first = dense()
first.compile(make(True), "mse")
train = partial(first.fit, x, y, epochs=5)
train(batch_size=64)

second = dense()
second.compile(make_slow(beta_1=0.5), "mse")
second.fit(x, y)

# what another one is given by the dictionary is not seen
third = dense()
third.compile(CHOICES["adam"](), "mse")
third.fit(x, y)


class Runner:
    def __init__(self):
        self.make = partial(tf.keras.optimizers.RMSprop, 0.01)
        self.model = dense()

    def run(self):
        self.model.compile(self.make(momentum=0.1), "mse")
        self.model.fit(x, y)


Runner().run()
