"""A rate is halved at the turns of a period, but for the first one, by the number of the period."""

import numpy as np
import tensorflow as tf

first_rate, period, turns = 0.001, 1000, 10000
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(first_rate)
samples = iter(tf.data.Dataset.from_tensor_slices(np.load("samples.npy")).repeat().batch(8))
for turn in range(turns):
    if turn > 0 and turn % period == 0:
        optimizer.learning_rate = first_rate * pow(0.5, turn // period)
    batch = next(samples)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(batch[:, 1:]) - batch[:, :1]) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
