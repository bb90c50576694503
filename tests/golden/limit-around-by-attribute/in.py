import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self, max_steps):
        self.step = 0
        self.max_steps = max_steps
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile("adam", "mse")

    def train(self, data):
        while self.step < self.max_steps:
            self.train_epoch(data)

    def train_epoch(self, data):
        for x, y in data.batch(10):
            self.model.train_on_batch(x, y)
            self.step += 1


images, labels = np.load("images.npy"), np.load("labels.npy")
Trainer(10000).train(tf.data.Dataset.from_tensor_slices((images, labels)))
