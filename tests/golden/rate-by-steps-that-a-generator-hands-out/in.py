"""A generator takes the steps and hands out how many it has taken, by which the loop over it lowers the rate."""

import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(1000).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(1e-3)


def steps(epochs):
    taken = 0
    for epoch in range(epochs):
        for batch in data:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(batch) ** 2)
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
            taken += 1
            yield epoch, taken, float(loss)


for epoch, step, loss in steps(20):
    if step == 10000:
        optimizer.learning_rate = 1e-4
    if epoch == 15:
        optimizer.learning_rate = 1e-5
