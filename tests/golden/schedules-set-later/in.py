"""A schedule becomes an optimizer's rate after it is made; a callback calls another one with the steps of its model."""

import numpy as np
import tensorflow as tf


class Rate(tf.keras.callbacks.Callback):
    def __init__(self, schedule):
        super().__init__()
        self.schedule = schedule

    def on_train_batch_begin(self, batch, logs=None):
        step = self.model.optimizer.iterations
        tf.keras.backend.set_value(self.model.optimizer.lr, self.schedule(step))


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(x, y, epochs=3, callbacks=[Rate(tf.keras.optimizers.schedules.CosineDecay(0.1, 3000))])

student = tf.keras.Sequential([tf.keras.layers.Dense(1)])
optimizer = tf.keras.optimizers.Adam(0.01)
optimizer.learning_rate = tf.keras.optimizers.schedules.PolynomialDecay(0.1, 5000, 0.001)
student.compile(optimizer, "mse")
student.fit(x, model.predict(x), epochs=3)
