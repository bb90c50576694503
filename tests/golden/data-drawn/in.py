"""Loops that draw their samples by chance, from generators that are seeded in several ways."""

import random

import numpy as np
import tensorflow as tf

SEED = 3
random.seed(SEED)
np.random.seed(0)
tf.random.set_seed(SEED)
rng = np.random.default_rng(seed=SEED)
fixed = np.random.RandomState(8)  # not drawn from by a loop

samples = np.random.normal(size=(64, 4)).astype("float32")
targets = samples @ fixed.normal(size=(4, 1)).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


class Pool:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def draw(self):
        return self.rng.integers(0, len(samples), 8)


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


def epoch():
    for step in range(8):
        chosen = rng.integers(0, len(samples), 8)
        train_step(samples[chosen], targets[chosen])


for number in range(2):
    epoch()


def noisy(steps):
    for step in range(steps):
        x = tf.random.normal((8, 4))
        train_step(x, tf.reduce_sum(x, axis=1, keepdims=True))


noisy(10)


def unseeded(pool):
    for step in range(6):
        chosen = pool.draw()
        train_step(samples[chosen], targets[chosen])


unseeded(Pool(5))
