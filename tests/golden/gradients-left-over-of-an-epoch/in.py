"""What is left over of the gradients that an epoch has summed up is applied after it: that trains on no samples of its own."""

import numpy as np
import tensorflow as tf

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(64, input_shape=(8,)), tf.keras.layers.Dense(10)])
optimizer = tf.keras.optimizers.Adam(1e-3)
sums = [tf.Variable(tf.zeros_like(each), trainable=False) for each in model.trainable_variables]


def flush():
    optimizer.apply_gradients(zip(sums, model.trainable_variables))
    for total in sums:
        total.assign(tf.zeros_like(total))


for epoch in range(3):
    number = 0
    for batch in tf.data.Dataset.from_tensor_slices(x).shuffle(1000).batch(16):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(batch) ** 2)
        for total, gradient in zip(sums, tape.gradient(loss, model.trainable_variables)):
            total.assign_add(gradient / 8)
        number += 1
        if number % 8 == 0:
            flush()
    if number % 8:
        flush()
