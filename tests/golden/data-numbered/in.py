"""Loops over data whose turns are numbered by the dataset, by a range beside it, or through a library."""

import tensorflow as tf
from tqdm import tqdm

samples = tf.data.Dataset.from_tensor_slices(tf.range(100.0))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(1e-3)
checkpoint = tf.train.Checkpoint(model=model, optimizer=optimizer)


@tf.function
def train_step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x[:, None]) ** 2)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def train(batches, steps):
    for step, batch in batches.repeat().take(steps).enumerate():
        train_step(batch)
        if (step + 1) % 500 == 0:
            checkpoint.save("checkpoints/numbered")
    for step, batch in batches.repeat().enumerate().take(steps):
        train_step(batch)
        if (step + 1) % 500 == 0:
            checkpoint.save("checkpoints/taken")
    for step, batch in zip(range(steps), batches.repeat()):
        train_step(batch)
        if (step + 1) % 500 == 0:
            checkpoint.save("checkpoints/beside")
    for batch, step in zip(batches, range(len(batches))):
        train_step(batch)
    for step, batch in tqdm(enumerate(batches), total=len(batches)):
        train_step(batch)
        if step % 10 == 9:
            checkpoint.save("checkpoints/shown")


train(samples.shuffle(100).batch(4), 4000)
