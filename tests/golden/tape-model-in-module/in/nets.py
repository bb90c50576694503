"""Networks of several sizes."""

import tensorflow as tf


class Net(tf.keras.Model):
    """Layers of one width, one after another, and one number at the end."""

    def __init__(self, depth, width):
        super().__init__()
        self.hidden = [tf.keras.layers.Dense(width, "relu") for _ in range(depth)]
        self.out = tf.keras.layers.Dense(1)

    def call(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.out(x)


def deep():
    """Ten layers."""
    return Net(10, 64)


def wide():
    """One layer of many."""
    return Net(1, 4096)


def middle():
    """Between the two."""
    return Net(4, 256)


def small():
    """For a first try."""
    return Net(2, 16)
