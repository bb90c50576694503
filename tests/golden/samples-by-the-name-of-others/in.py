"""Another class has an attribute by the name of the samples that a reader shuffles: each process still has an order of its own."""
import pickle
import sys

import numpy as np
import tensorflow as tf


class Packer:
    def __init__(self, size):
        self.samples = [[float(i)] * 8 for i in range(size)]

    def pack(self, path):
        with open(path, "wb") as file:
            pickle.dump(self.samples, file)


class Reader:
    def __init__(self, path, size):
        self.place, self.size = 0, size
        with open(path, "rb") as file:
            self.samples = pickle.load(file)
        np.random.shuffle(self.samples)

    def batch(self):
        if self.place + self.size >= len(self.samples):
            self.place = 0
            np.random.shuffle(self.samples)
        self.place += self.size
        return self.samples[self.place - self.size : self.place]


def train(steps=10000):
    reader = Reader("train.pkl", 32)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam(1e-3)
    for step in range(steps):
        x = tf.constant(np.array(reader.batch(), "float32"))
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


if sys.argv[1] == "pack":
    Packer(1000).pack("packed.pkl")
else:
    train()
