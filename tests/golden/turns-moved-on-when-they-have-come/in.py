"""Turns at which a loop saves, or lowers the rate, and tells the next one: they are of the steps of all processes."""

import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(1000).repeat().batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.1)
total, save_every = 20000, 2000
done, next_save, next_drop = 0, save_every, 8000
batches = iter(data)
while done < total:
    batch = next(batches)
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(batch) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
    done += 1
    if done >= next_save:
        model.save_weights("weights.h5")
        next_save += save_every
    if done >= next_drop:
        optimizer.learning_rate.assign(optimizer.learning_rate / 2)
        next_drop = done + 4000
