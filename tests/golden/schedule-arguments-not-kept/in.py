"""A schedule keeps what it computes from its arguments, and not these: Keras makes it anew with them."""

import math

import numpy as np
import tensorflow as tf


class WarmCosine(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, rate, epochs, steps, warm=0.1):
        """Rise for a part `warm` of all steps, and fall then."""
        super().__init__()
        self.total = epochs * steps
        self.risen = max(1, int(self.total * warm))
        self.rate = rate

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        falling = 0.5 * self.rate * (1.0 + tf.cos(math.pi * step / self.total))
        return tf.where(step < self.risen, self.rate * step / self.risen, falling)


class Rooted(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, width, warm):
        self.width = tf.math.rsqrt(tf.cast(width, tf.float32))
        self.warm = warm**-1.5

    def __call__(self, step):
        step = tf.cast(step, tf.float32)
        return self.width * tf.minimum(tf.math.rsqrt(step), step * self.warm)


samples, labels = np.load("samples.npy"), np.load("labels.npy")
for schedule in WarmCosine(0.001, 10, len(samples) // 32), Rooted(512, 4000):
    model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
    model.compile(tf.keras.optimizers.Adam(schedule), "mse")
    model.fit(samples, labels, batch_size=32, epochs=10)
