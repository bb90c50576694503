"""Train a generator of points and its critic, one after the other in each step."""

import numpy as np
import tensorflow as tf

angles = np.random.default_rng(0).uniform(0, 2 * np.pi, size=2048)
ring = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype("float32")
dataset = tf.data.Dataset.from_tensor_slices(ring).shuffle(2048).batch(64, drop_remainder=True)

generator = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(2)])
critic = tf.keras.Sequential([tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(1)])
cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
generator_optimizer = tf.keras.optimizers.Adam(1e-4)
critic_optimizer = tf.keras.optimizers.Adam(2e-4)


@tf.function
def train_step(points):
    noise = tf.random.normal([64, 8])
    with tf.GradientTape() as generator_tape, tf.GradientTape() as critic_tape:
        made = critic(generator(noise, training=True), training=True)
        real = critic(points, training=True)
        generator_loss = cross_entropy(tf.ones_like(made), made)
        critic_loss = cross_entropy(tf.ones_like(real), real) + cross_entropy(tf.zeros_like(made), made)
    gradients = generator_tape.gradient(generator_loss, generator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gradients, generator.trainable_variables))
    gradients = critic_tape.gradient(critic_loss, critic.trainable_variables)
    critic_optimizer.apply_gradients(zip(gradients, critic.trainable_variables))


for epoch in range(3):
    for points in dataset:
        train_step(points)
    print("epoch", epoch)
