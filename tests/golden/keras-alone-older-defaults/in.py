import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Nadam

x, y = np.load("x.npy"), np.load("y.npy")

coarse = Sequential([Dense(16, activation="relu"), Dense(1)])
coarse.compile(loss="mse", optimizer="adadelta")
coarse.fit(x, y, epochs=5)

fine = Sequential([Dense(64, activation="relu"), Dense(1)])
fine.compile(loss="mse", optimizer=Nadam())
fine.fit(x, y, epochs=5)

linear = Sequential([Dense(1)])
linear.compile(loss="mse", optimizer="rmsprop")
linear.fit(x, y, epochs=5)
