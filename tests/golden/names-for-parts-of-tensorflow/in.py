"""Modules with a part of TensorFlow are imported beside it, and come first in the alphabet."""

import numpy as np
import tensorflow as tf
import tensorflow.python.ops.check_ops as checks
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential
from tensorflow.python.ops import array_ops


def error(y, predicted):
    checks.assert_greater(array_ops.size(y), 0)
    return tf.reduce_mean(tf.square(array_ops.reshape(y, [-1, 1]) - predicted))


samples, labels = np.load("samples.npy"), np.load("labels.npy")
model = Sequential([Dense(1)])
model.compile(optimizer="sgd", loss=error)
model.fit(samples, labels, batch_size=32, epochs=3)
