"""An optimizer's own class keeps the rate that it is given, in a variable."""
import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


class Signs(tf.keras.optimizers.Optimizer):
    def __init__(self, lr=0.01, name="signs", **options):
        super().__init__(name, **options)
        self.lr = K.variable(lr, name="lr")

    def get_updates(self, loss, params):
        gradients = self.get_gradients(loss, params)
        return [K.update_sub(each, self.lr * K.sign(one)) for each, one in zip(params, gradients)]

    def get_config(self):
        return {**super().get_config(), "lr": float(K.get_value(self.lr))}


x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(Signs(0.02), "mse")
model.fit(x, x[:, :1], batch_size=32)
