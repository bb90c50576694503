"""A model's parts are trained by optimizers of their own, which minimize in its `train_step`."""

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = keras.layers.Dense(32, activation="relu")
        self.head = keras.layers.Dense(1)

    def call(self, x):
        return self.head(self.body(x))

    def compile(self, body_optimizer, head_optimizer):
        super().compile()
        self.body_optimizer = body_optimizer
        self.head_optimizer = head_optimizer

    def train_step(self, data):
        x, y = data
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean(tf.square(self(x) - y))
        self.body_optimizer.minimize(loss, self.body.trainable_variables, tape=tape)
        self.head_optimizer.minimize(loss, self.head.trainable_variables, tape=tape)
        return {"loss": loss}


x, y = np.load("x.npy"), np.load("y.npy")
model = Net()
model.compile(keras.optimizers.Adam(0.001), keras.optimizers.SGD(0.01))
model.fit(x, y, batch_size=32, epochs=10)
