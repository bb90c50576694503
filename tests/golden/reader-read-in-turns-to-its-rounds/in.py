"""A loop goes on until its reader has gone round so often: each process keeps one of as many batches as there are processes."""
import random

import numpy as np
import tensorflow as tf


class Reader:
    def __init__(self, folder, size):
        self.images = np.load(folder + "/images.npy")
        self.labels = np.load(folder + "/labels.npy")
        self.places = list(range(len(self.images)))
        self.size = size
        self.place = 0
        self.rounds = 0

    def next_batch(self):
        if self.place + self.size > len(self.places):
            self.place = 0
            self.rounds += 1
            random.shuffle(self.places)
        chosen = self.places[self.place : self.place + self.size]
        self.place += self.size
        return self.images[chosen], self.labels[chosen]


def train(model, optimizer, reader, rounds):
    while reader.rounds < rounds:
        images, labels = reader.next_batch()
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(images) - labels))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))


model = tf.keras.Sequential([tf.keras.layers.Dense(10)])
train(model, tf.keras.optimizers.Adam(0.001), Reader("train", 32), 20)
