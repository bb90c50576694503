"""A GAN whose generator takes its step first, by noise alone; the pictures are for the second step."""
import numpy as np
import tensorflow as tf

pictures = np.load("pictures.npy")
generator = tf.keras.Sequential([tf.keras.layers.Dense(784)])
discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1)])
generating = tf.keras.optimizers.Adam(0.0002)
discriminating = tf.keras.optimizers.Adam(0.0002)


class Reader:
    def __init__(self):
        self.place = 0

    def next_batch(self):
        batch = pictures[self.place : self.place + 32]
        self.place = (self.place + 32) % len(pictures)
        return batch


reader = Reader()
for _ in range(10000):
    noise = tf.random.normal([32, 64])
    real = reader.next_batch()
    with tf.GradientTape() as tape, tf.GradientTape() as other:
        fake = discriminator(generator(noise))
        generated = -tf.reduce_mean(fake)
        discriminated = tf.reduce_mean(fake) - tf.reduce_mean(discriminator(real))
    weights = generator.trainable_variables
    generating.apply_gradients(zip(tape.gradient(generated, weights), weights))
    weights = discriminator.trainable_variables
    discriminating.apply_gradients(zip(other.gradient(discriminated, weights), weights))
