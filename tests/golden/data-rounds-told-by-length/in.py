"""A loop over data of a library that is not seen saves by the turn of all epochs, which it tells by their length."""

import tensorflow as tf
from loaders import make_data

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
checkpoint = tf.train.Checkpoint(model=model)
data = make_data("train")
for epoch in range(10):
    for i, (x, y) in enumerate(data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((model(x) - y) ** 2)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        total = epoch * len(data) + i + 1
        if total % 500 == 0 or total == 10 * len(data):
            checkpoint.save("kept/model")
