"""A model, and the settings of a run, get their attributes by `__dict__` and `vars`."""

import tensorflow as tf


class Settings:
    def __init__(self, **given):
        vars(self).update(given)


class Denoiser(tf.keras.Model):
    def __init__(self, **parts):
        super().__init__()
        self.__dict__.update(parts)
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(self.width)])

    @tf.function
    def learn(self, noisy, clean):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(noisy) - clean) ** 2)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))


class Plain:
    def __init__(self, net):
        self.__dict__["net"] = net
        self.__dict__["descent"] = tf.keras.optimizers.SGD(0.01)

    def learn(self, noisy, clean):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self.net(noisy) - clean) ** 2)
        gradients = tape.gradient(loss, self.net.trainable_variables)
        self.descent.apply_gradients(zip(gradients, self.net.trainable_variables))


settings = Settings(epochs=5, samples=1024)
clean = tf.random.normal([settings.samples, 8])
data = tf.data.Dataset.from_tensor_slices((clean + 0.1, clean)).batch(32)
denoiser = Denoiser(width=8, optimizer=tf.keras.optimizers.Adam(0.001))
plain = Plain(tf.keras.Sequential([tf.keras.layers.Dense(8)]))
for epoch in range(settings.epochs):
    for noisy, wanted in data:
        denoiser.learn(noisy, wanted)
        plain.learn(noisy, wanted)
