"""A GAN with two models and two optimizers in one loop."""
import tensorflow as tf
from tensorflow.keras import layers

NOISE = 4

generator = tf.keras.Sequential([layers.Dense(16, activation="relu"), layers.Dense(8)])
discriminator = tf.keras.Sequential([layers.Dense(16, activation="relu"), layers.Dense(1)])
cross_entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
generator_optimizer = tf.keras.optimizers.Adam(1e-4)
discriminator_optimizer = tf.keras.optimizers.Adam(1e-4)

real = tf.random.stateless_normal([64, 8], seed=[1, 2])
dataset = tf.data.Dataset.from_tensor_slices(real).shuffle(64).batch(16)


@tf.function
def train_step(images):
    noise = tf.random.normal([16, NOISE])
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        fake = generator(noise, training=True)
        real_output = discriminator(images, training=True)
        fake_output = discriminator(fake, training=True)
        gen_loss = cross_entropy(tf.ones_like(fake_output), fake_output)
        disc_loss = cross_entropy(tf.ones_like(real_output), real_output)
        disc_loss += cross_entropy(tf.zeros_like(fake_output), fake_output)

    gen_gradients = gen_tape.gradient(gen_loss, generator.trainable_variables)
    disc_gradients = disc_tape.gradient(disc_loss, discriminator.trainable_variables)
    generator_optimizer.apply_gradients(zip(gen_gradients, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(disc_gradients, discriminator.trainable_variables))
    return gen_loss, disc_loss


for epoch in range(3):
    for image_batch in dataset:
        gen_loss, disc_loss = train_step(image_batch)
    print(f"epoch {epoch}: generator {gen_loss:.3f}, discriminator {disc_loss:.3f}")
