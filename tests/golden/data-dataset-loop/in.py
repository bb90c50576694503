"""Fit a line through noisy points with a custom loop over a dataset."""

import numpy as np
import tensorflow as tf

EPOCHS = 3

points = np.arange(101, dtype="float32").reshape(-1, 1)
values = 0.5 * points + 1

train_data = (
    tf.data.Dataset.from_tensor_slices((points, values))
    .map(lambda x, y: (x / 100.0, y / 100.0))
    .shuffle(101)  # reshuffled in each epoch
    .batch(8)
)
test_data = tf.data.Dataset.from_tensor_slices((points / 100, values / 100)).batch(50)

model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="tanh"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.05)
mean = tf.keras.metrics.Mean()


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x, training=True) - y))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(EPOCHS):
    for step, (x, y) in enumerate(train_data):
        loss = train_step(x, y)
    mean.reset_state()
    for x, y in test_data:
        mean.update_state(tf.square(model(x) - y))
    print("epoch", epoch, "error", float(mean.result()))
