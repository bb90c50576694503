import numpy as np
import tensorflow as tf


def network(size):
    return tf.keras.Sequential([tf.keras.layers.Dense(16, activation="tanh"), tf.keras.layers.Dense(size)])


class Adversarial:
    def __init__(self, settings):
        self.generator, self.encoder, self.critic = network(2), network(3), network(1)
        self.critic_optimizer = tf.keras.optimizers.Adam(settings["rate"])
        self.generator_optimizer = tf.keras.optimizers.Adam(settings["rate"])
        self.critic_steps = settings["critic_steps"]
        self.generator_steps = settings["generator_steps"]

    def of_generator(self):
        variables = []
        variables.extend(self.generator.trainable_variables)
        variables.extend(self.encoder.trainable_variables)
        return variables

    @tf.function
    def step(self, x, z):
        for _ in range(self.critic_steps):
            variables = self.critic.trainable_variables
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(self.critic(self.generator(z))) - tf.reduce_mean(self.critic(x))
            self.critic_optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        for _ in range(self.generator_steps):
            variables = self.of_generator()
            with tf.GradientTape() as tape:
                fake = self.generator(z)
                loss = -tf.reduce_mean(self.critic(fake)) + tf.reduce_mean(tf.square(self.encoder(fake) - z))
            self.generator_optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def fit(self, samples, epochs):
        for epoch in range(epochs):
            chosen = np.random.choice(len(samples), 64, replace=False)
            loss = self.step(samples[chosen], np.random.randn(64, 3).astype("float32"))
            print(epoch, loss.numpy())


model = Adversarial({"rate": 1e-4, "critic_steps": 1, "generator_steps": 5})
model.fit(np.load("samples.npy").astype("float32"), 10000)
