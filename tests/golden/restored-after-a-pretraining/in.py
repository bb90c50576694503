"""A generator is trained by itself, and then with what a checkpoint of a later training has, which not all hosts may hold."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.generator = tf.keras.Sequential([tf.keras.layers.Dense(8), tf.keras.layers.Dense(4)])
        self.optimizer = tf.keras.optimizers.Adam(learning_rate=0.0001)
        samples = np.load("samples.npy")
        self.data = tf.data.Dataset.from_tensor_slices((samples[:, :2], samples[:, 2:])).shuffle(1000).batch(16)

    @tf.function
    def step(self, x, y, weight):
        with tf.GradientTape() as tape:
            loss = weight * tf.reduce_mean(tf.square(y - self.generator(x)))
        gradients = tape.gradient(loss, self.generator.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.generator.trainable_variables))
        return loss

    def pretrain(self, epochs):
        for _ in range(epochs):
            for x, y in self.data:
                self.step(x, y, 1.0)

    def train(self, epochs):
        checkpoint = tf.train.Checkpoint(generator=self.generator, optimizer=self.optimizer)
        manager = tf.train.CheckpointManager(checkpoint, "out", max_to_keep=3)
        if manager.latest_checkpoint:
            checkpoint.restore(manager.latest_checkpoint)
        for _ in range(epochs):
            for x, y in self.data:
                loss = self.step(x, y, 0.5)
            print(float(loss))
            manager.save()


trainer = Trainer()
trainer.pretrain(5)
trainer.train(100)
