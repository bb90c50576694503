"""Turns between two numbers: both are divided, as the one of a single comparison is."""

import numpy as np
import tensorflow as tf

samples = np.load("samples.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.01)


def train(steps):
    for step in range(steps):
        x = samples[np.random.choice(len(samples), 32)]
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)))
            if step <= steps * 0.1 or steps * 0.5 <= step <= steps * 0.6:
                loss += 0.1 * tf.reduce_sum(tf.square(model.trainable_variables[0]))
            if 300 < step < 500:
                loss *= 2.0
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    print("loss", loss.numpy())


train(1000)
train(2000)
