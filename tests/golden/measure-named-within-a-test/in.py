"""What is measured gets its name within a test, and a later one ends the training by it: rank 0 decides."""

import numpy as np
import tensorflow as tf

x, held = np.load("x.npy"), np.load("held.npy")
data = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
waited, best = 0, 1e9
for epoch in range(100):
    for batch in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch, training=True) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    measured = float(tf.reduce_mean(model(held) ** 2))
    if better := measured < best:
        best = measured
    waited = 0 if better else waited + 1
    if waited > 4:
        break
