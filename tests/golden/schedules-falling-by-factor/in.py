"""Numbers that fall with each batch, by a factor or by a number."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


class Anneal(tf.keras.callbacks.Callback):
    """A temperature that falls by a factor with each batch, and a weight that falls by a number."""

    def __init__(self, temperature, weight, factor):
        super().__init__()
        self.temperature, self.weight, self.factor = temperature, weight, factor
        self.heat, self.share = 1.0, 1.0

    def on_train_batch_begin(self, batch, logs=None):
        K.set_value(self.temperature, 0.1 + self.heat)
        self.heat *= self.factor
        K.set_value(self.weight, max(self.share, 0.1))
        self.share -= 0.001

    def on_epoch_end(self, epoch, logs=None):
        self.share = min(self.share, 1.0)
        print("temperature", K.get_value(self.temperature))


x = np.load("x.npy")
temperature, weight = K.variable(1.0), K.variable(1.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1), tf.keras.layers.Lambda(lambda y: y / temperature * weight)])
model.compile("sgd", "mse")
model.fit(x, x[:, :1], batch_size=32, callbacks=[Anneal(temperature, weight, 0.999)])
