"""A step on samples of its own after those over the data: all processes would train on the same, and that stays refused."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy")
data = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(16)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(1e-3)


def step(batch):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


for epoch in range(3):
    for batch in data:
        step(batch)
    step(x[:64])
