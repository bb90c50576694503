"""A script whose model has the method that trains it from a library that is not read."""

import numpy as np
import tensorflow as tf
from model_helpers.base import BaseModel


class Model(BaseModel):
    def build(self):
        self.op = tf.layers.dense(self.inputs["x"], 1)
        self.loss = tf.reduce_mean(tf.square(self.op - self.inputs["y"]))


model = Model()
model.build()
for _ in range(100):
    model.train_model({"x": np.load("x.npy"), "y": np.load("y.npy")}, epochs=1, batch_size=32)
model.save("model")
