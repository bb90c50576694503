"""A model is given its tensors by the names that Keras has for them up to 2.2: GPUs are pinned as TensorFlow 1 wants it."""
import numpy as np
from keras.layers import Dense, Input
from keras.models import Model
from keras.optimizers import Adam

x, y = np.load("x.npy"), np.load("y.npy")
inputs = Input((4,))
model = Model(input=inputs, output=Dense(1)(inputs))
model.compile(optimizer=Adam(lr=1e-4), loss="mse")
model.fit(x, y, epochs=5)
