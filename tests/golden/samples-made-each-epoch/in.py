"""Samples are turned by chance in each epoch, in a function that is called for each, and another one tests."""

import numpy as np
import tensorflow as tf

BATCH = 32


def turned(x):
    angles = np.random.uniform(size=len(x))
    return x * np.cos(angles)[:, None]


def train(model, optimizer, x, y):
    x = turned(x)
    for i in range(len(x) // BATCH):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x[i * BATCH : (i + 1) * BATCH]) - y[i * BATCH : (i + 1) * BATCH]) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.001)
for epoch in range(20):
    train(model, optimizer, x, y)
    model.save_weights(f"weights-{epoch}")
