"""Models whose own methods bring defaults: the optimizer and the epochs are theirs, not those of the methods that they hand on to."""

import tensorflow as tf
from tensorflow.keras import Model, layers


def build():
    inputs = tf.keras.Input((28, 28))
    return inputs, layers.Dense(10)(layers.Flatten()(inputs))


class Defaults(Model):
    def __init__(self):
        super().__init__(*build())

    def compile(self, optimizer=tf.keras.optimizers.SGD(learning_rate=0.01), loss="mse", **kwargs):
        super().compile(optimizer=optimizer, loss=loss, **kwargs)

    def fit(self, epochs=3, callbacks=[], **kwargs):
        return super().fit(epochs=epochs, callbacks=callbacks, **kwargs)


class MadeInCompile(Model):
    def __init__(self):
        super().__init__(*build())

    def compile(self, optimizer=None, **kwargs):
        if optimizer is None:
            optimizer = tf.keras.optimizers.Adam(0.01)
        super().compile(optimizer=optimizer, **kwargs)

    def fit(self, x, y, batch_size=128, **kwargs):
        return super().fit(x, y, batch_size=batch_size, **kwargs)


(x, y), _ = tf.keras.datasets.mnist.load_data()
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
first = Defaults()
first.compile(loss=loss)
first.fit(x=x, y=y, batch_size=32)
second = MadeInCompile()
second.compile(loss=loss)
second.fit(x, y, epochs=2, verbose=2)
