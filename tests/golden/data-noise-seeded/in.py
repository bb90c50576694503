"""Noise beside samples that are divided: where it is trained on alone, each process needs its own."""

import numpy as np
import tensorflow as tf

np.random.seed(7)
tf.random.set_seed(3)
rng = np.random.RandomState(11)
images = np.load("digits.npy")

forger = tf.keras.Sequential([tf.keras.layers.Dense(784, input_shape=(16,))])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(784,))])
critic.compile(tf.keras.optimizers.Adam(0.001), "mse")
critic.trainable = False
both = tf.keras.Sequential([forger, critic])
both.compile(tf.keras.optimizers.Adam(0.001), "mse")


def noise(size):
    return np.random.normal(size=(size, 16))


for epoch in range(5):
    for i in range(len(images) // 32):
        real = images[i * 32 : (i + 1) * 32]
        critic.train_on_batch(real, np.ones(len(real)))
        critic.train_on_batch(forger.predict(noise(len(real)), verbose=0), np.zeros(len(real)))
        both.train_on_batch(noise(32), np.ones(32))

# what is drawn is added to the samples here, and they are others in each process
coder = tf.keras.Sequential([tf.keras.layers.Dense(784)])
coder.compile(tf.keras.optimizers.SGD(0.1), "mse")
for i in range(0, len(images), 32):
    whole = images[i : i + 32]
    coder.train_on_batch(whole + rng.normal(size=whole.shape), whole)

# TensorFlow draws the noise
generator = tf.keras.Sequential([tf.keras.layers.Dense(784)])
discriminator = tf.keras.Sequential([tf.keras.layers.Dense(1)])
slow = tf.keras.optimizers.SGD(0.01)
fast = tf.keras.optimizers.SGD(0.1)


def forge(samples):
    return tf.reduce_mean(discriminator(generator(samples)))


for x in tf.data.Dataset.from_tensor_slices(images).batch(32):
    z = tf.random.normal([x.shape[0], 16])
    with tf.GradientTape() as tape:
        loss = forge(z) - tf.reduce_mean(discriminator(x))
    slow.apply_gradients(zip(tape.gradient(loss, discriminator.trainable_variables), discriminator.trainable_variables))
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(discriminator(generator(z)) - tf.ones([x.shape[0], 1])))
    fast.apply_gradients(zip(tape.gradient(loss, generator.trainable_variables), generator.trainable_variables))
