"""A model is trained on samples that whoever calls its method has: nothing says that they are the same in all processes."""
import numpy as np
import tensorflow as tf


class Network:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile("adam", "mse")

    def train(self, examples):
        boards, values = list(zip(*examples))
        self.model.fit(np.asarray(boards), np.asarray(values), batch_size=32)

    def train_on_file(self, path):
        samples = np.load(path)
        self.model.fit(samples, samples[:, 0], batch_size=32)
