"""Wasserstein GAN with a gradient penalty: the critic takes three steps for one of the generator."""
import numpy as np
import tensorflow as tf

LATENT = 6
CRITIC_STEPS = 3
PENALTY = 10.0

generator = tf.keras.Sequential([
    tf.keras.layers.Dense(24, activation="relu", input_shape=(LATENT,)),
    tf.keras.layers.Dense(3),
])
critic = tf.keras.Sequential([
    tf.keras.layers.Dense(24, activation="relu", input_shape=(3,)),
    tf.keras.layers.Dense(1),
])
g_opt = tf.keras.optimizers.RMSprop(5e-4)
c_opt = tf.keras.optimizers.RMSprop(1e-3)


def gradient_penalty(real, fake):
    alpha = tf.random.uniform([tf.shape(real)[0], 1])
    mixed = real + alpha * (fake - real)
    with tf.GradientTape() as gp_tape:
        gp_tape.watch(mixed)
        score = critic(mixed, training=True)
    gradient = gp_tape.gradient(score, [mixed])[0]
    norm = tf.sqrt(tf.reduce_sum(tf.square(gradient), axis=1) + 1e-12)
    return tf.reduce_mean((norm - 1.0) ** 2)


def critic_step(real):
    noise = tf.random.normal([tf.shape(real)[0], LATENT])
    with tf.GradientTape() as tape:
        fake = generator(noise, training=True)
        loss = tf.reduce_mean(critic(fake, training=True)) - tf.reduce_mean(critic(real, training=True))
        loss += PENALTY * gradient_penalty(real, fake)
    grads = tape.gradient(loss, critic.trainable_variables)
    c_opt.apply_gradients(zip(grads, critic.trainable_variables))
    return loss


def generator_step(batch_size):
    noise = tf.random.normal([batch_size, LATENT])
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(critic(generator(noise, training=True), training=True))
    grads = tape.gradient(loss, generator.trainable_variables)
    g_opt.apply_gradients(zip(grads, generator.trainable_variables))
    return loss


data = np.random.RandomState(1).normal(loc=2.0, size=(386, 3)).astype("float32")
dataset = tf.data.Dataset.from_tensor_slices(data).shuffle(1000).batch(32, drop_remainder=True)

for epoch in range(2):
    for i, real in enumerate(dataset):
        c_loss = critic_step(real)
        if (i + 1) % CRITIC_STEPS == 0: g_loss = generator_step(32)
    print("Epoch %d: critic %.3f, generator %.3f" % (epoch + 1, float(c_loss), float(g_loss)))
generator.save("generator.h5")
