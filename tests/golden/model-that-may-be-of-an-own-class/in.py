"""What is compiled may be of the class here, which takes its steps in its own way: nobody knows how it is trained."""

import sys

import numpy as np
import tensorflow as tf


class Signs(tf.keras.Model):
    def train_step(self, data):
        images, labels = data
        for variable in self.trainable_variables:
            variable.assign_sub(0.01 * tf.sign(variable))
        return {"loss": self.compiled_loss(labels, self(images))}


images, labels = np.load("images.npy"), np.load("labels.npy")
model = eval(sys.argv[1])
model.compile(loss="mse", optimizer=tf.keras.optimizers.Adam(0.001))
model.fit(images, labels, epochs=4, batch_size=32)
