"""Fractions of the number of turns, which are numbered from one, and a weight that a function computes from the turn before."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy").astype("float32")
model = tf.keras.Sequential([tf.keras.layers.Dense(8)])
optimizer = tf.keras.optimizers.SGD(0.01)
weight = tf.Variable(0.0, trainable=False)
steps, epochs = 20000, 40


def fade_in(step, n_steps):
    weight.assign(step / float(n_steps - 1))


for step in range(1, steps + 1):
    fade_in(step - 1, steps)
    batch = samples[np.random.randint(0, len(samples), 32)]
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(weight * tf.square(model(batch) - batch))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    if steps * 0.5 <= step - 1 <= steps * 0.6:
        optimizer.learning_rate.assign(0.001)
    if step % (steps // epochs) == 0:
        model.save_weights("model")
