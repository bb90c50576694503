import numpy as np
import tensorflow as tf

batch_size = 100
(x, _), (_, _) = tf.keras.datasets.mnist.load_data()
x = x / 127.5 - 1.0
real = np.ones((batch_size, 1))
fake = np.zeros((batch_size, 1))
def generator():
    return tf.keras.Sequential([tf.keras.layers.Dense(784)])


generator = generator()
discriminator = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)])
generator_opt = tf.keras.optimizers.Adam()
discriminator_opt = tf.keras.optimizers.Adam()


@tf.function
def train_generator(z_sample, label):
    with tf.GradientTape() as tape:
        prediction = discriminator(generator(z_sample))
        loss = tf.reduce_mean(tf.keras.losses.binary_crossentropy(y_true=label, y_pred=prediction))
    gradients = tape.gradient(loss, generator.trainable_variables)
    generator_opt.apply_gradients(zip(gradients, generator.trainable_variables))
    return loss


@tf.function
def train_discriminator(image, label):
    with tf.GradientTape() as tape:
        prediction = discriminator(image)
        loss = tf.reduce_mean(tf.keras.losses.binary_crossentropy(y_true=label, y_pred=prediction))
    gradient = tape.gradient(loss, discriminator.trainable_variables)
    discriminator_opt.apply_gradients(zip(gradient, discriminator.trainable_variables))
    return loss


for i in range(10000):
    idx = np.random.randint(0, x.shape[0], batch_size)
    image = x[idx]
    z_sample = np.random.normal(0, 1, (batch_size, 100))
    gen_image = generator(z_sample)
    train_discriminator(image, real)
    train_discriminator(gen_image, fake)
    train_generator(z_sample, real)
