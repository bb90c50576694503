import numpy as np
import tensorflow as tf


class Pair:
    def __init__(self):
        self.encoder = tf.keras.Sequential([tf.keras.layers.Dense(2)])
        self.decoder = tf.keras.Sequential([tf.keras.layers.Dense(4)])
        self.optimizer = tf.keras.optimizers.Adam(0.005)

    def parameters(self):
        found = []
        found.extend(self.encoder.trainable_variables)
        found.extend(self.decoder.trainable_variables)
        return found

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.decoder(self.encoder(x)) - x))
        variables = self.parameters()
        gradients = tape.gradient(loss, variables)
        self.optimizer.apply_gradients(zip(gradients, variables))
        return loss

    def fit(self, samples):
        for x in samples:
            print(self.step(x))


Pair().fit(tf.data.Dataset.from_tensor_slices(np.load("x.npy")).batch(8))
