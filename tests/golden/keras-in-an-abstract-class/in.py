"""Models are attributes of a class below an abstract one: `abc.ABC` gives it no other members."""

from abc import ABC, abstractmethod

import numpy as np
import tensorflow as tf


class Generative(ABC):
    def __init__(self, samples):
        self.samples = samples
        self.decoder = self.dense(8)

    @staticmethod
    def dense(width):
        return tf.keras.Sequential([tf.keras.layers.Dense(width)])

    @abstractmethod
    def train(self, steps):
        """Train for some steps."""


class Auto(Generative):
    def __init__(self, samples):
        super().__init__(samples)
        self.encoder = self.dense(2)
        self.both = self.compiled(lr=0.1)

    def compiled(self, lr):
        model = tf.keras.Sequential([self.encoder, self.decoder])
        model.compile(tf.keras.optimizers.SGD(lr), "mse")
        return model

    def train(self, steps):
        for step in range(steps):
            batch = self.samples[np.random.randint(0, len(self.samples), 64)]
            loss = self.both.train_on_batch(batch, batch)
            if step % 100 == 0:
                print(step, loss)


auto = Auto(np.load("samples.npy"))
for epoch in range(10):
    auto.train(500)
    auto.both.save(f"auto{epoch}.h5")
