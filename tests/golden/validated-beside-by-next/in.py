"""A loop takes its batches from an iterator, and now and then one to validate on from another."""

import tensorflow as tf
from ours import test_samples, train_samples

SPEC = (tf.TensorSpec([4], tf.float32), tf.TensorSpec([1], tf.float32))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.SGD(0.1)


def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((model(x) - y) ** 2)
    gradients = tape.gradient(loss, model.trainable_weights)
    optimizer.apply_gradients(zip(gradients, model.trainable_weights))
    return loss


def train(batches, others, steps, period):
    for step in range(steps):
        x, y = next(batches)
        loss = train_step(x, y)
        if (step + 1) % period == 0:
            x_other, y_other = next(others)
            print(step, float(loss), float(tf.reduce_mean((model(x_other) - y_other) ** 2)))


train(
    iter(tf.data.Dataset.from_generator(train_samples, output_signature=SPEC).repeat().batch(32)),
    iter(tf.data.Dataset.from_generator(test_samples, output_signature=SPEC).batch(32)),
    1000,
    50,
)
