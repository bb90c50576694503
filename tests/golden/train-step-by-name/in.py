"""A `train_step` of a model's own, which applies its gradients by an optimizer that `compile` is given by name."""

import tensorflow as tf
from tensorflow import keras


class Clipped(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(6)

    def call(self, inputs):
        return self.dense(inputs)

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(data, training=True) - data) ** 2)
        gradients = tape.gradient(loss, self.trainable_weights)
        gradients = [tf.clip_by_norm(each, 1.0) for each in gradients]
        self.optimizer.apply_gradients(zip(gradients, self.trainable_weights))
        return {"loss": loss}


model = Clipped()
model.compile("adam")
samples = tf.random.stateless_normal([33, 6], seed=[1, 1])
model.fit(samples, epochs=2, batch_size=8, verbose=0)
