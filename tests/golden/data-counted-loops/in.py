"""Loops that count their steps: with an iterator, `take`, a `while`, and slices of arrays."""

import numpy as np
import tensorflow as tf

samples = np.arange(64, dtype="float32").reshape(-1, 1)
model = tf.keras.Sequential([tf.keras.layers.Rescaling(1 / 64), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - 1))
    variables = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss


dataset = tf.data.Dataset.from_tensor_slices(samples).repeat().shuffle(32).batch(4)
for x in dataset.take(10):
    train_step(x)

iterator = iter(dataset)
for step in range(1, 10 + 1):
    train_step(next(iterator))

for step, x in enumerate(dataset):
    if step >= 10:
        break
    train_step(x)

step = 0
while step < 10:
    train_step(next(iterator))
    step += 1

for epoch in range(2):
    for start in range(0, len(samples), 8):
        train_step(samples[start:start + 8])
    for batch in range(len(samples) // 8):
        first = batch * 8
        train_step(samples[first:first + 8])
    for start, end in zip(range(0, len(samples), 8), range(8, len(samples) + 1, 8)):
        train_step(samples[start:end])
