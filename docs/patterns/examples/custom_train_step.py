"""Fit a model whose training step is our own."""

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Regressor(keras.Model):
    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = self.compiled_loss(y, self(x, training=True))
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


rng = np.random.default_rng(0)
x = rng.normal(size=(2000, 20)).astype("float32")
y = x[:, :5].sum(axis=1, keepdims=True)
dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(2000).batch(50)

inputs = keras.Input(shape=(20,))
model = Regressor(inputs, keras.layers.Dense(1)(inputs))
model.compile(optimizer=keras.optimizers.SGD(0.01), loss="mse")
model.fit(dataset, epochs=3)
