"""Keras on TensorFlow 1, as arguments tell that other classes have to this day, and these have no more."""

import numpy as np
from keras.layers import Dense, Embedding, Flatten, Input
from keras.models import Model
from keras.optimizers import Adam

x = np.load("x.npy")
tokens = Input(shape=(8,))
hidden = Flatten()(Embedding(input_dim=100, output_dim=4)(tokens))
model = Model(input=tokens, output=Dense(1)(hidden))
model.compile(Adam(lr=0.001), "mse")
model.fit(x, x[:, :1], epochs=2, verbose=0)
