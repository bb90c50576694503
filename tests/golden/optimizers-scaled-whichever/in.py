"""One of several optimizers is chosen, and wrapped for mixed precision where that is asked for."""
import tensorflow as tf


class Trainer:
    def __init__(self, kind, rate):
        if kind == "sgd":
            self.optimizer = tf.keras.optimizers.experimental.SGD(learning_rate=rate, momentum=0.9)
        elif kind == "adam":
            self.optimizer = tf.keras.optimizers.Adam(learning_rate=rate)
        if rate < 0.01:
            self.optimizer = tf.keras.mixed_precision.LossScaleOptimizer(self.optimizer)
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.model.compile(optimizer=self.optimizer, loss="mse")

    def train(self, x):
        self.model.fit(x, x)


Trainer("sgd", 0.1).train(tf.ones([64, 2]))
