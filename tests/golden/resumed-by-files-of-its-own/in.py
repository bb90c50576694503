"""A run goes on where a file tells that it writes itself: rank 0 alone has written it, and says it for all."""

import json
import os

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, folder):
        self.folder = folder
        self.samples = np.load("samples.npy").astype("float32")
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(64)])
        self.optimizer = tf.keras.optimizers.Adam(0.001)
        self.state = {"epoch": 0, "best": 1e9}
        if os.path.exists(os.path.join(folder, "state.json")):
            with open(os.path.join(folder, "state.json")) as file:
                self.state = json.load(file)

    def train(self, first, epochs):
        for epoch in range(first, epochs):
            self.one_epoch()

    def train_on(self):
        while self.state["epoch"] < 300:
            self.one_epoch()
            self.state["epoch"] += 1
            with open(os.path.join(self.folder, "state.json"), "w") as file:
                json.dump(self.state, file)

    def one_epoch(self):
        order = np.random.permutation(len(self.samples))
        for start in range(0, len(self.samples) - 127, 128):
            batch = self.samples[order[start : start + 128]]
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self.model(batch) - batch) ** 2)
            gradients = tape.gradient(loss, self.model.trainable_weights)
            self.optimizer.apply_gradients(zip(gradients, self.model.trainable_weights))
        self.model.save_weights(os.path.join(self.folder, "model.h5"))


trainer = Trainer("run")
begun = 0
if os.path.exists("begun.txt"):
    with open("begun.txt") as file:
        begun = len(file.readlines())
trainer.train(begun, 10)
with open("begun.txt", "a") as file:
    file.write("trained\n")
trainer.train_on()
