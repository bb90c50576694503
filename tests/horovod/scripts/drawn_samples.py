"""Samples that are drawn anew in each step, by generators that are seeded."""

import random

import numpy as np
import tensorflow as tf

STEPS = 40

random.seed(11)
np.random.seed(7)
tf.random.set_seed(7)
rng = np.random.default_rng(3)

frequencies = rng.normal(size=4).astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(16, activation="tanh"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)


def draw(count):
    points = rng.uniform(-1, 1, size=(count, 4)).astype("float32")
    shift = random.uniform(-0.1, 0.1) + 0.1 * np.random.rand()
    return points + shift, np.sin(points @ frequencies)[:, None]


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x, training=True) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for step in range(STEPS):
    x, y = draw(16)
    loss = train_step(x, y)
    if step % 10 == 0:
        print(f"step {step}: {loss.numpy():.4f}")
