"""Comparisons with their constant on the left, or denied: periods, limits and the last turn."""

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
step = 0
while not step >= 20000:
    chosen = np.random.randint(0, len(x), 32)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x[chosen]) - y[chosen]) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    if 0 == step % 100:
        print(step, float(loss))
    if not step % 1000 != 999:
        model.save_weights("weights.h5")
    if 10000 == step:
        optimizer.learning_rate = 1e-4
    step += 1
