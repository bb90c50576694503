"""Schedules that optimizers are given by `**`, from a dictionary or the arguments of a function: they count steps, too."""

import numpy as np
import tensorflow as tf


class Warm(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, base, warmup):
        self.warmup = warmup
        self.base = base

    def __call__(self, step):
        return self.base * tf.minimum(1.0, tf.cast(step, tf.float32) / self.warmup)


def make(kind, **options):
    return {"adam": tf.keras.optimizers.Adam, "sgd": tf.keras.optimizers.SGD}[kind](**options)


settings = {"learning_rate": tf.keras.optimizers.schedules.PolynomialDecay(0.1, 100000), "momentum": 0.9}
data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(1000).batch(64)
encoder = tf.keras.Sequential([tf.keras.layers.Dense(64, activation="relu")])
decoder = tf.keras.Sequential([tf.keras.layers.Dense(10)])
optimizers = make("sgd", learning_rate=Warm(0.1, 4000), momentum=0.9), tf.keras.optimizers.SGD(**settings)
for epoch in range(50):
    for batch in data:
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean(decoder(encoder(batch)) ** 2)
        optimizers[0].apply_gradients(zip(tape.gradient(loss, encoder.trainable_variables), encoder.trainable_variables))
        optimizers[1].apply_gradients(zip(tape.gradient(loss, decoder.trainable_variables), decoder.trainable_variables))
