"""Keras forgets its session in each turn, and once more when all is done: nothing trains after that."""

import numpy as np
import tensorflow as tf
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential
print(tf.log(1.0))
x = np.load("x.npy")
for rate in (0.1, 0.2):
    K.clear_session()
    model = Sequential([Dense(1)])
    model.compile("adam", "mse")
    model.fit(x, x[:, :1])
print("done", len(x))
K.clear_session()
