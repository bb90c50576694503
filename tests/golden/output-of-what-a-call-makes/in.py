import numpy as np
import tensorflow as tf


class Distilled(tf.keras.Model):
    """Of this class no model is made here, and nothing calls its `train_step`."""

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables))
        return {"loss": loss}


def get_encoder():
    inputs = tf.keras.Input((4,))
    return tf.keras.Model(inputs, tf.keras.layers.Dense(2)(inputs))


get_encoder().summary()
model = get_encoder()
model.compile("adam", "mse")
model.fit(np.load("x.npy"), np.load("y.npy"))
