"""A model that is fitted on all samples by some turns of a loop, which is divided since others draw theirs in it."""

import numpy as np
import tensorflow as tf


class Drawn:
    def __init__(self, samples, batch_size):
        self.samples = samples
        self.batch_size = batch_size

    def __next__(self):
        return self.samples[np.random.choice(len(self.samples), self.batch_size)]


samples = np.load("samples.npy")
encoder = tf.keras.Sequential([tf.keras.layers.Dense(20)])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
probe = tf.keras.Sequential([tf.keras.layers.Dense(1)])
encoder.compile(tf.keras.optimizers.Adam(1e-3), "mse")
critic.compile(tf.keras.optimizers.Adam(1e-3), "mse")
probe.compile(tf.keras.optimizers.Adam(1e-3), "mse")
flow = Drawn(samples, 32)


def judge(turn):
    drawn = np.concatenate([next(flow) for _ in range(5)], axis=0)
    encoded = encoder.predict(drawn)
    noise = np.random.normal(size=(5 * 32, 20))
    targets = np.concatenate((-np.ones(5 * 32), np.ones(5 * 32)))
    critic.fit(np.concatenate((encoded, noise)), targets, batch_size=32)
    if turn % 200 == 0:
        probe.fit(samples, np.load("labels.npy"), epochs=2)


for turn in range(10000):
    images = np.concatenate([next(flow) for _ in range(2)], axis=0)
    encoder.fit(images, images, batch_size=32, epochs=1)
    judge(turn)
