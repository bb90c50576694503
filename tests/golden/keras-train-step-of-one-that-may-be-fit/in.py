"""A model with a `train_step` of its own is given to a library, which may train it, beside another that is trained."""

import numpy as np
import tensorflow as tf
import trainers


class Forger(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = tf.keras.layers.Dense(8)
        self.forger_optimizer = tf.keras.optimizers.Adam(0.001)

    def call(self, noise):
        return self.hidden(noise)

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(data) - data))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.forger_optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


forger = Forger()
trainers.prepare(forger)
forger.load_weights("forger.h5")
noise = np.random.RandomState(1).normal(size=(1000, 8))
samples = np.concatenate([np.load("samples.npy"), forger.predict(noise)])
labels = np.concatenate([np.ones(len(samples) - 1000), np.zeros(1000)])
judge = tf.keras.Sequential([tf.keras.layers.Dense(1, activation="sigmoid")])
judge.compile(tf.keras.optimizers.Adam(0.001), "binary_crossentropy")
judge.fit(samples, labels, batch_size=50, epochs=30)
