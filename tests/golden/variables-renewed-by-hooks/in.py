"""Hooks for batches change variables of Keras from what they were: a count, a weight that grows, and one that fades."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


class Count(tf.keras.callbacks.Callback):
    """A rate that falls with the part of all steps that is done, which a variable counts."""

    def __init__(self, done, total):
        super().__init__()
        self.done, self.total = done, total

    def on_train_batch_begin(self, batch, logs=None):
        K.set_value(self.model.optimizer.learning_rate, 0.1 * (1.0 - K.get_value(self.done) / self.total))

    def on_train_batch_end(self, batch, logs=None):
        K.set_value(self.done, K.get_value(self.done) + 1)


class Warm(tf.keras.callbacks.Callback):
    """A weight that grows to one, and noise that fades."""

    def __init__(self, weight, noise, growth):
        super().__init__()
        self.weight, self.noise, self.growth = weight, noise, growth
        self.shown = K.variable(0.0)

    def on_train_batch_end(self, batch, logs=None):
        if K.get_value(self.weight) < 1.0:
            K.set_value(self.weight, min(1.0, K.get_value(self.weight) + self.growth))
        self.noise.assign(tf.maximum(self.noise * 0.999, 0.01))
        if batch % 100 == 0:
            K.set_value(self.shown, K.get_value(self.shown) + 1)

    def on_epoch_end(self, epoch, logs=None):
        K.set_value(self.weight, K.get_value(self.weight) * 0.9)


samples = np.load("samples.npy")
weight, noise, done = K.variable(0.0), tf.Variable(1.0), K.variable(0.0)
inputs = tf.keras.Input((samples.shape[1],))
outputs = tf.keras.layers.Dense(samples.shape[1])(tf.keras.layers.GaussianNoise(0.1)(inputs) * noise)
model = tf.keras.Model(inputs, outputs)
model.compile(tf.keras.optimizers.SGD(0.1), lambda true, given: weight * tf.reduce_mean(tf.square(true - given)))
steps = 20 * int(np.ceil(len(samples) / 32))
model.fit(samples, samples, batch_size=32, epochs=20, callbacks=[Count(done, steps), Warm(weight, noise, 1e-4)])
