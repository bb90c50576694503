"""A small convolutional network trained by a custom loop."""

import time

import numpy as np
import tensorflow as tf

BATCH_SIZE = 64
STEPS = 6000
BLOCK = 10

rng = np.random.default_rng(0)
images = rng.random((2048, 28, 28, 1), dtype="float32")
labels = rng.integers(0, 10, size=2048)
dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(2048).repeat().batch(BATCH_SIZE).prefetch(2)

model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(16, 3, activation="relu", input_shape=(28, 28, 1)),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Conv2D(32, 3, activation="relu"),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(128, activation="relu"),
        tf.keras.layers.Dense(10),
    ]
)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(0.001)


@tf.function
def train_step(x, y):
    with tf.GradientTape() as tape:
        loss = loss_fn(y, model(x, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


ends = []
for step, (x, y) in enumerate(dataset.take(STEPS), 1):
    loss = train_step(x, y)
    if step % BLOCK == 0:
        loss.numpy()
        ends.append(time.monotonic())
print("blocks", *ends)
