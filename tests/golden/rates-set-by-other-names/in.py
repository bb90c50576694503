"""A callback sets rates and a weight by other names for where they are kept, and a shape is named."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


class Falling(tf.keras.callbacks.Callback):
    def __init__(self, weight):
        super().__init__()
        self.weight = weight

    def on_epoch_begin(self, epoch, logs=None):
        rate = self.model.optimizer.learning_rate
        value = 0.01 * 0.9**epoch
        K.set_value(rate, value)

    def on_train_batch_end(self, batch, logs=None):
        kept = self.weight
        last = K.get_value(kept)
        grown = last + 1e-4
        K.set_value(kept, min(1.0, grown))


weight = K.variable(0.0)
size = 16
shape = (size, 8)
noise = K.random_normal(shape)
inputs = tf.keras.Input((8,))
hidden = tf.keras.layers.Dense(8, activation="relu")(inputs)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(8)(hidden + 0.1 * noise))
model.add_loss(weight * tf.reduce_mean(hidden**2))
size = 16
model.compile(tf.keras.optimizers.Adam(0.01), "mse")
x = np.load("x.npy")
callbacks = [Falling(weight)]
model.fit(x, x, batch_size=size, epochs=10, callbacks=callbacks)
