"""A list of callbacks gets the name of the module that they come from: what rank 0 alone has stays in the list."""

import numpy as np
from keras import callbacks
from keras.layers import Dense
from keras.models import Sequential

x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(1)])
model.compile(loss="mse", optimizer="adam")
callbacks = [
    callbacks.TensorBoard(log_dir="logs"),
]
model.fit(x, y, epochs=3, callbacks=callbacks)
