"""A model takes the steps of a second optimizer, which a method of Keras gives that tells of none."""

import numpy as np
import tensorflow as tf


class Pair(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.one = tf.keras.layers.Dense(4)
        self.two = tf.keras.layers.Dense(1)

    def compile(self, second, first, **options):
        super().compile(first, **options)
        self.second = self._get_optimizer(second)

    def call(self, x):
        return self.two(self.one(x))

    def train_step(self, x):
        self.second_step(x)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self(x) ** 2)
        gradients = tape.gradient(loss, self.one.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.one.trainable_variables))
        return {"loss": loss}

    def second_step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x) - 1.0) ** 2)
        gradients = tape.gradient(loss, self.two.trainable_variables)
        self.second.apply_gradients(zip(gradients, self.two.trainable_variables))


model = Pair()
model.compile(tf.keras.optimizers.SGD(0.01), tf.keras.optimizers.Adam(0.001))
model.fit(np.load("x.npy"), epochs=10, batch_size=32)
