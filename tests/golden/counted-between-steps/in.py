import numpy as np
import tensorflow as tf


class Adversarial(tf.keras.Model):
    def __init__(self, generator, critic):
        super().__init__()
        self.generator, self.critic = generator, critic
        self.step = tf.Variable(0, trainable=False, dtype=tf.int64)

    def compile(self, generator_optimizer, critic_optimizer):
        super().compile(run_eagerly=True)
        self.generator_optimizer, self.critic_optimizer = generator_optimizer, critic_optimizer

    def train_step(self, images):
        noise = tf.random.normal((tf.shape(images)[0], 64))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.critic(self.generator(noise))) - tf.reduce_mean(self.critic(images))
        gradients = tape.gradient(loss, self.critic.trainable_variables)
        self.critic_optimizer.apply_gradients(zip(gradients, self.critic.trainable_variables))
        if self.step % 5 == 0:
            with tf.GradientTape() as tape:
                generator_loss = -tf.reduce_mean(self.critic(self.generator(noise)))
            gradients = tape.gradient(generator_loss, self.generator.trainable_variables)
            self.generator_optimizer.apply_gradients(zip(gradients, self.generator.trainable_variables))
        if self.step % 500 == 0:
            tf.print("step", self.step, loss)
        self.step.assign_add(1)
        return {"loss": loss}


images = np.load("images.npy").astype("float32")
generator = tf.keras.Sequential([tf.keras.layers.Dense(images.shape[1])])
critic = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model = Adversarial(generator, critic)
model.compile(tf.keras.optimizers.Adam(1e-4, 0.5), tf.keras.optimizers.Adam(1e-4, 0.5))
model.fit(images, epochs=20, batch_size=128)
