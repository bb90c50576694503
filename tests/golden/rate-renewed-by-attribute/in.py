import numpy as np
import tensorflow as tf
class Trainer:
    def __init__(self, config):
        self.rate = 0.01
        if "rate" in config:
            self.rate = float(config["rate"])
        if config["decay"] == "exp":
            self.rate = tf.keras.optimizers.schedules.ExponentialDecay(self.rate, 1000, 0.9)
        elif config["decay"] == "inverse":
            self.rate = tf.keras.optimizers.schedules.InverseTimeDecay(self.rate, 1000, 0.9)
        if config["optimizer"] == "sgd":
            self.optimizer = tf.keras.optimizers.SGD(self.rate)
        else:
            self.optimizer = tf.keras.optimizers.Adam(self.rate)
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(self.optimizer, "mse")
    def train(self):
        self.model.fit(np.load("x.npy"), np.load("y.npy"))
Trainer({"decay": "exp", "optimizer": "sgd"}).train()
