"""A weight and a rate of functions that are left early at steps, by the step that they are given."""

import numpy as np
import tensorflow as tf
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam(0.01)
step = tf.Variable(0, dtype=tf.int64)

def kl(at, warm=1000):
    if at < warm:
        return tf.cast(at, tf.float32) / warm
    return tf.constant(1.0)

def rate(at):
    if at > 5000:
        return 0.001
    return 0.01

for epoch in range(10):
    for i in range(0, len(x), 32):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x[i:i + 32])) * kl(step)
        g = tape.gradient(loss, model.trainable_variables)
        opt.learning_rate = rate(step)
        opt.apply_gradients(zip(g, model.trainable_variables))
        step.assign_add(1)
