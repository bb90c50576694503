"""Look for a good learning rate: it grows by a factor with each batch, and the weights are set back afterwards."""

import math

import numpy as np
import tensorflow as tf

K = tf.keras.backend


class Growing(tf.keras.callbacks.Callback):
    def __init__(self, factor):
        self.factor = factor
        self.losses = []

    def on_train_batch_end(self, batch, logs=None):
        self.losses.append(logs["loss"])
        K.set_value(self.model.optimizer.learning_rate, self.model.optimizer.learning_rate * self.factor)


def losses_by_rate(model, x, y, least=1e-5, most=10.0, batch_size=32):
    weights = model.get_weights()
    rate = K.get_value(model.optimizer.learning_rate)
    growing = Growing(math.exp(math.log(most / least) / math.ceil(len(x) / batch_size)))
    K.set_value(model.optimizer.learning_rate, least)
    model.fit(x, y, epochs=1, batch_size=batch_size, callbacks=[growing])
    K.set_value(model.optimizer.learning_rate, rate)
    model.set_weights(weights)
    return growing.losses


x = np.arange(640.0).reshape(-1, 1)
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(1,))])
model.compile(tf.keras.optimizers.SGD(0.01), "mse")
print(losses_by_rate(model, x, x))
model.fit(x, x, epochs=2, batch_size=32)
