"""What an outer loop sets by chance, or by a loss, decides which step an inner one takes: rank 0 decides for all."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy").astype("float32")
model, other = tf.keras.Sequential([tf.keras.layers.Dense(32)]), tf.keras.Sequential([tf.keras.layers.Dense(32)])
optimizer, of_other = tf.keras.optimizers.Adam(0.001), tf.keras.optimizers.Adam(0.001)
batches = tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(32)
for epoch in range(10):
    swapped = np.random.rand() < 0.5
    for batch in batches:
        if swapped:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(other(batch) ** 2)
            of_other.apply_gradients(zip(tape.gradient(loss, other.trainable_variables), other.trainable_variables))
        else:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(model(batch) ** 2)
            optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
