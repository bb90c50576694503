"""A traced step that nothing is seen to call but something names may be run: no statement can follow it."""

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)


@tf.function
def train_step(inputs, outputs):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(inputs, training=True) - outputs) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(1000).batch(32)
for epoch in range(10):
    for inputs, outputs in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(inputs, training=True) - outputs) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
traced = globals()["train_step"]
traced(x, y)
