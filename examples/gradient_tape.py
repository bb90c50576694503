"""Train a small classifier of synthetic images with a custom loop, on one GPU."""

import os

import numpy as np
import tensorflow as tf

BATCH_SIZE = 64
EPOCHS = 3


def synthetic_images(count, seed=0):
    """Ten kinds of 28x28 images: one bright row each, and noise."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 10, size=count)
    images = rng.normal(0.0, 0.3, size=(count, 28, 28, 1)).astype("float32")
    images[np.arange(count), 2 + 2 * labels] += 1.0
    return images, labels.astype("int64")


images, labels = synthetic_images(4096)
dataset = tf.data.Dataset.from_tensor_slices((images, labels))
dataset = dataset.shuffle(4096).batch(BATCH_SIZE)

model = tf.keras.Sequential(
    [
        tf.keras.layers.Conv2D(16, 3, activation="relu"),
        tf.keras.layers.MaxPooling2D(),
        tf.keras.layers.Flatten(),
        tf.keras.layers.Dense(10),
    ]
)
loss_fn = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(learning_rate=1e-3)

os.makedirs("checkpoints", exist_ok=True)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)


@tf.function
def train_step(images, labels):
    with tf.GradientTape() as tape:
        logits = model(images, training=True)
        loss = loss_fn(labels, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


for epoch in range(EPOCHS):
    for step, batch in enumerate(dataset):
        loss = train_step(*batch)
        if step % 16 == 0:
            print(f"epoch {epoch}, step {step}: loss {loss.numpy():.4f}")
    checkpoint.save("checkpoints/model")
