"""Schedules that no optimizer is given, and functions of the script, are called with the steps of an optimizer."""

import math

import numpy as np
import tensorflow as tf


class Cosine(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, base, total):
        self.base, self.total = base, total

    def __call__(self, step):
        return self.base * 0.5 * (1 + tf.cos(math.pi * tf.cast(step, tf.float32) / self.total))


def rate(step, warm=1000):
    return 0.01 * min(1.0, step / warm)


x, y = np.load("x.npy"), np.load("y.npy")
data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(32)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
cosine = Cosine(0.01, 10000)
fading = tf.keras.optimizers.schedules.PolynomialDecay(1.0, 5000, 0.0)
given = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 2000, 0.9)
other = tf.keras.optimizers.SGD(given)
for epoch in range(10):
    for features, wanted in data:
        step = optimizer.iterations.numpy()
        weight = min(1.0, step / 5000)
        with tf.GradientTape() as tape:
            loss = weight * tf.reduce_mean((model(features) - wanted) ** 2) * fading(optimizer.iterations)
        gradients = tape.gradient(loss, model.trainable_variables)
        if epoch < 2:
            optimizer.learning_rate = rate(step)
        elif epoch < 4:
            optimizer.learning_rate = rate(optimizer.iterations.numpy())
        elif epoch < 6:
            optimizer.learning_rate = rate(step=optimizer.iterations)
        else:
            optimizer.learning_rate.assign(cosine(optimizer.iterations))
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        if step % 100 == 0:
            print("step", step, "of", given(other.iterations))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(features) - wanted) ** 2)
        other.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
