"""A WGAN-GP critic: the tape of the gradient penalty differentiates by its input and must stay as it is."""
import tensorflow as tf

critic = tf.keras.Sequential([tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(2e-4, beta_1=0.5)
samples = tf.data.Dataset.from_tensor_slices(tf.random.stateless_normal([48, 4], seed=[5, 6])).batch(8)


def gradient_penalty(real, fake):
    alpha = tf.random.uniform([tf.shape(real)[0], 1])
    mixed = alpha * real + (1 - alpha) * fake
    with tf.GradientTape() as gp_tape:
        gp_tape.watch(mixed)
        score = critic(mixed)
    slopes = gp_tape.gradient(score, mixed)
    return tf.reduce_mean((tf.norm(slopes, axis=1) - 1.0) ** 2)


@tf.function
def critic_step(real):
    fake = tf.random.normal(tf.shape(real))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(critic(fake)) - tf.reduce_mean(critic(real))
        loss += 10.0 * gradient_penalty(real, fake)
    grads = tape.gradient(loss, critic.trainable_variables)
    grads, _ = tf.clip_by_global_norm(grads, 1.0)
    optimizer.apply_gradients(zip(grads, critic.trainable_variables))
    return loss


for real in samples:
    critic_step(real)
