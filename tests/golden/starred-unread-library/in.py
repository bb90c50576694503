"""Scores are kept by a library that is not read, whose names come by a star beside those of Keras."""

import numpy as np
from tensorflow.keras.layers import *
from tensorflow.keras.models import Sequential
from tensorflow.keras.optimizers import Adam
from houseworks import *

store = kit.Store.open("scores")
x = np.load("x.npy")
y = np.load("y.npy")
model = Sequential([Dense(8, activation="relu"), Dense(1)])
model.compile(optimizer=Adam(0.01), loss="mse")
model.fit(x, y, epochs=5)
store.save_scores(model.predict(x, verbose=0), "first")
