"""A small GAN that learns a ring of points, both networks trained in one step."""
import os

import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import tensorflow as tf

NOISE = 8
BATCH = 32
EPOCHS = 3
OUT = "gan-out"


def ring(n, seed=7):
    rng = np.random.RandomState(seed)
    angle = rng.uniform(0, 2 * np.pi, size=n)
    points = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return (points + rng.normal(scale=0.05, size=(n, 2))).astype("float32")


def build_generator():
    return tf.keras.Sequential([
        tf.keras.layers.Dense(32, activation="relu", input_shape=(NOISE,)),
        tf.keras.layers.Dense(2),
    ])


def build_discriminator():
    return tf.keras.Sequential([
        tf.keras.layers.Dense(32, activation="relu", input_shape=(2,)),
        tf.keras.layers.Dense(1),
    ])


generator = build_generator()
discriminator = build_discriminator()
generator_optimizer = tf.keras.optimizers.Adam(1e-3)
discriminator_optimizer = tf.keras.optimizers.Adam(learning_rate=2e-3, beta_1=0.5)
cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)

dataset = tf.data.Dataset.from_tensor_slices(ring(515)).shuffle(515).batch(BATCH)


@tf.function
def train_step(points):
    noise = tf.random.normal([tf.shape(points)[0], NOISE])
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fake = generator(noise, training=True)
        real_output = discriminator(points, training=True)
        fake_output = discriminator(fake, training=True)
        gen_loss = cross_entropy(tf.ones_like(fake_output), fake_output)
        disc_loss = (cross_entropy(tf.ones_like(real_output), real_output)
                     + cross_entropy(tf.zeros_like(fake_output), fake_output))

    gen_gradients = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_gradients = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gen_gradients, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(disc_gradients, discriminator.trainable_variables))
    return gen_loss, disc_loss


def draw(epoch):
    points = generator(tf.random.normal([64, NOISE], seed=3)).numpy()
    plt.figure(figsize=(2, 2))
    plt.scatter(points[:, 0], points[:, 1], s=2)
    plt.savefig(os.path.join(OUT, "epoch-%d.png" % epoch))
    plt.close()


os.makedirs(OUT, exist_ok=True)
for epoch in range(EPOCHS):
    for points in dataset:
        gen_loss, disc_loss = train_step(points)
    print("epoch", epoch, "generator", gen_loss.numpy(), "discriminator", disc_loss.numpy())
    draw(epoch)
