"""Train a classifier of synthetic images with a loop of our own."""

import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
labels = rng.integers(0, 10, size=4096)
images = rng.normal(0.0, 0.3, size=(4096, 28, 28)).astype("float32")
images[np.arange(4096), 2 + 2 * labels] += 1.0  # each kind has one bright row

dataset = tf.data.Dataset.from_tensor_slices((images, labels)).shuffle(4096).batch(64)
model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(1e-3)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        loss = loss_fn(labels, model(images, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(3):
    for images, labels in dataset:
        loss = train_step(images, labels)
    print(f"epoch {epoch}: loss {loss.numpy():.4f}")
    checkpoint.save("checkpoints/model")
