"""Samples in plain lists: numbers that are written, read and computed, and beside them a list of inputs."""
import math

import numpy as np
from keras.layers import Dense
from keras.models import Sequential

x_train = [1, 2, 3, 4] * 50
y_train = [0, -1, -2, -3] * 50
sines = [math.sin(2 * x + 1) for x in range(200)]
prices = []
for line in open("prices.txt"):
    prices.append(float(line) / 100)
inputs = [np.zeros((200, 2)) / 255, np.ones((200, 3))]

model = Sequential()
model.add(Dense(1))
model.compile(loss="mse", optimizer="sgd")
model.fit(x_train, y_train, epochs=200, verbose=0)
model.fit(x_train, sines, verbose=0)
model.fit(x_train, prices, verbose=0)
model.fit(inputs, x_train, verbose=0)
