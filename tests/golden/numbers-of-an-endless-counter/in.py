"""Steps that a loop numbers by an endless counter; one that counts by more than one is left."""

import itertools

import numpy as np
import tensorflow as tf

data = tf.data.Dataset.from_tensor_slices(np.load("x.npy")).shuffle(1000).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Dense(64), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(0.1)
numbers = itertools.count(1)
seen = itertools.count(0, 64)
for epoch in range(10):
    for batch in data:
        step = next(numbers)
        samples = next(seen)
        if step in (5000, 10000):
            optimizer.learning_rate.assign(optimizer.learning_rate / 10)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        if step % 1000 == 0:
            model.save_weights("weights.h5")
        if samples % 6400 == 0:
            print(samples, float(loss))
