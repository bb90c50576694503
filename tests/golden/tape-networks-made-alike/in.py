"""One function makes the network that is trained, and another, as chance has drawn it, that the loss compares it with."""

import numpy as np
import tensorflow as tf


def network(size):
    return tf.keras.Sequential([tf.keras.layers.Dense(32, "relu"), tf.keras.layers.Dense(size)])


class Distillation:
    def __init__(self, size):
        self.target, self.predictor = network(size), network(size)
        self.optimizer = tf.keras.optimizers.Adam(1e-3)

    @tf.function
    def step(self, samples):
        with tf.GradientTape() as tape:
            difference = self.predictor(samples) - tf.stop_gradient(self.target(samples))
            loss = tf.reduce_mean(tf.square(difference))
        variables = self.predictor.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss


distillation = Distillation(8)
samples = np.load("samples.npy").astype("float32")
for epoch in range(20):
    for batch in tf.data.Dataset.from_tensor_slices(samples).shuffle(500).batch(16):
        distillation.step(batch)
