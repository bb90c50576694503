"""The rate that is set is computed from the one before, by a name that is changed where it stands."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import backend as K


def put(rate):
    rate *= 0.9
    K.set_value(model.optimizer.learning_rate, rate)


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
for epoch in range(10):
    model.fit(x, y)
    rate = float(K.get_value(model.optimizer.learning_rate))
    rate *= 0.5
    K.set_value(model.optimizer.learning_rate, rate)
    put(K.get_value(model.optimizer.learning_rate))
