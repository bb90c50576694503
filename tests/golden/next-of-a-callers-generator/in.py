"""A part of a GAN that another program calls with its generator of pictures."""
import tensorflow as tf


def train(pictures, steps):
    generator = tf.keras.Sequential([tf.keras.layers.Dense(784)])
    discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    generating = tf.keras.optimizers.Adam(0.0002)
    discriminating = tf.keras.optimizers.Adam(0.0002)
    for _ in range(steps):
        real = next(pictures)
        noise = tf.random.normal([32, 64])
        with tf.GradientTape() as tape, tf.GradientTape() as other:
            fake = discriminator(generator(noise))
            generated = -tf.reduce_mean(fake)
            discriminated = tf.reduce_mean(fake) - tf.reduce_mean(discriminator(real))
        weights = generator.trainable_variables
        generating.apply_gradients(zip(tape.gradient(generated, weights), weights))
        weights = discriminator.trainable_variables
        discriminating.apply_gradients(zip(other.gradient(discriminated, weights), weights))
