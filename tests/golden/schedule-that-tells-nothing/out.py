"""It refuses to tell its configuration; another is made with a function, of which Keras would keep the name alone."""
import numpy as np
import tensorflow as tf


class Falling(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, rate, steps):
        self.rate, self.steps = rate, steps

    def __call__(self, step):
        return self.rate * (1 - tf.cast(step, tf.float32) / self.steps)

    def get_config(self):
        raise NotImplementedError


class Scaled(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, rate, curve):
        self.rate = rate
        self.curve = curve

    def __call__(self, step):
        return self.rate * self.curve(step)


def halves(step):
    return 0.5 ** (tf.cast(step, tf.float32) / 1000)


samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
model.compile(tf.keras.optimizers.SGD(Falling(0.1, 500)), "mse")
model.fit(samples, labels, batch_size=32, epochs=10)
other = tf.keras.Sequential([tf.keras.layers.Dense(10)])
other.compile(tf.keras.optimizers.SGD(Scaled(0.1, halves)), "mse")
other.fit(samples, labels, batch_size=32, epochs=10)
