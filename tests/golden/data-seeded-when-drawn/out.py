"""A generator that seeds Python's own when its first batch is drawn: after whatever stands before the loop."""
import random

import numpy as np
import tensorflow as tf


def batches(x, size):
    random.seed(42)
    while True:
        random.shuffle(x)
        for start in range(0, len(x), size):
            yield np.stack(x[start : start + size])


data = batches(list(np.load("x.npy")), 16)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)
for step in range(1000):
    batch = next(data)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
