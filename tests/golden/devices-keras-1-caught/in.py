"""Keras on TensorFlow 1, as an argument tells that stands where only an interruption is caught."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam

x = np.load("x.npy")
model = Sequential([Dense(1, input_shape=(3,))])
model.compile(Adam(lr=0.001), "mse")
try:
    model.fit(x, x[:, :1], nb_epoch=2, verbose=0)
except KeyboardInterrupt:
    pass
