"""An optimizer that minimizes in a `train_step` of a model's own is kept where it is not seen."""

import numpy as np
import kept
import tensorflow as tf
from tensorflow import keras


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = keras.layers.Dense(32, activation="relu")
        self.head = keras.layers.Dense(1)

    def call(self, x):
        return self.head(self.body(x))

    def compile(self, body_optimizer):
        super().compile()
        self.body_optimizer = body_optimizer

    def train_step(self, data):
        x, y = data
        with tf.GradientTape(persistent=True) as tape:
            loss = tf.reduce_mean(tf.square(self(x) - y))
        self.body_optimizer.minimize(loss, self.body.trainable_variables, tape=tape)
        kept.head.minimize(loss, self.head.trainable_variables, tape=tape)
        return {"loss": loss}


x, y = np.load("x.npy"), np.load("y.npy")
model = Net()
model.compile(keras.optimizers.Adam(0.001))
model.fit(x, y, batch_size=32, epochs=10)
