"""A model takes its steps by its own optimizer, which a library that is not read gives it."""

import tensorflow as tf
from workbench import equip


class Denoiser(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = tf.keras.layers.Dense(8)

    def call(self, noisy):
        return self.net(noisy)

    def learn(self, noisy, clean):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(noisy) - clean) ** 2)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))


clean = tf.random.normal([1024, 8])
data = tf.data.Dataset.from_tensor_slices((clean + 0.1, clean)).batch(32)
denoiser = Denoiser()
equip(denoiser)
for epoch in range(5):
    for noisy, wanted in data:
        denoiser.learn(noisy, wanted)
