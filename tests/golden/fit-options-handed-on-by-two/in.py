"""A method hands what its two callers give it on to `fit`, and they give no callbacks; another asks whether there are some."""

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")


class Coder:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
        self.model.compile(tf.keras.optimizers.Adam(0.001), "mse")

    def pretrain(self, samples, **options):
        self.model.fit(samples, samples.sum(axis=1), shuffle=True, **options)

    def train(self, log=False, **options):
        callbacks = [tf.keras.callbacks.TensorBoard("logs")] if log else []
        callbacks += options.get("callbacks", [])
        self.model.fit(x, y, callbacks=callbacks, epochs=options["epochs"])


coder = Coder()
coder.pretrain(x[:, :4], epochs=2, batch_size=32)
coder.pretrain(x[:, 4:], epochs=5, batch_size=64)
coder.train(log=True, epochs=20)
coder.train(epochs=5)
