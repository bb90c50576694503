"""The variables of a step are what a method of another object gives: they are asked for in the same way where it is called."""
import numpy as np
import tensorflow as tf


class Network:
    def __init__(self):
        self.layers = [tf.keras.layers.Dense(8, activation="relu"), tf.keras.layers.Dense(1)]
        image = tf.keras.Input((4,))
        self.model = tf.keras.Model(image, self.layers[1](self.layers[0](image)))

    def get_variables(self):
        return self.model.trainable_variables


class Trainer:
    def __init__(self, rate):
        self.network = Network()
        self.optimizer = tf.keras.optimizers.Adam(learning_rate=rate)

    def fit(self, samples, epochs):
        for epoch in range(epochs):
            for batch in samples:
                self._step(batch)

    @tf.function
    def _step(self, batch):
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(self.network.get_variables())
            loss = tf.reduce_mean(self.network.model(batch) ** 2)
        gradients = tape.gradient(loss, self.network.get_variables())
        self.optimizer.apply_gradients(zip(gradients, self.network.get_variables()))


images = np.load("images.npy")
Trainer(0.001).fit(tf.data.Dataset.from_tensor_slices(images).shuffle(1000).batch(32), 10)
