"""A method computes the loss by the turn that it is given through the step; another one shows and keeps by its periods."""

import numpy as np
import tensorflow as tf


class VAE:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
        self.optimizer = tf.keras.optimizers.Adam(1e-3)
        self.x = np.load("x.npy").astype("float32")

    def loss(self, batch, step):
        beta = min(1.0, step / 5000)
        return tf.reduce_mean(self.model(batch) ** 2) * beta

    def train_step(self, batch, step):
        with tf.GradientTape() as tape:
            loss = self.loss(batch, step)
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    def fit(self, steps=20000):
        for step in range(1, steps + 1):
            value = self.train_step(self.x[np.random.choice(len(self.x), 64)], step)
            self.log(step, value)

    def log(self, step, value):
        if step % 500 == 0:
            print(step, float(value))
        if step % 2000 == 0:
            self.model.save_weights("vae-%d" % step)


VAE().fit()
