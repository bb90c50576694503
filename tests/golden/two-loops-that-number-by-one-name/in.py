"""Two loops number their turns by one name: the first is divided, the other stands around a divided one, and drops the rate at its half."""

import numpy as np
from keras import backend as K
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import Adam

x, y = np.load("x.npy"), np.load("y.npy")


def train(first=10, epochs=100, size=4):
    count = int(len(x) / size)
    adam = Adam(lr=1e-4)
    model = Sequential([Dense(1)])
    model.compile(loss="mse", optimizer=adam)
    for e in range(1, first + 1):
        chosen = np.random.randint(0, len(x), size=size)
        loss = model.train_on_batch(x[chosen], y[chosen])
    model.compile(loss="mae", optimizer=adam)
    for e in range(1, epochs + 1):
        for i in range(count):
            chosen = np.random.randint(0, len(x), size=size)
            loss = model.train_on_batch(x[chosen], y[chosen])
        print(loss)
        if e == epochs / 2:
            K.set_value(adam.lr, 1e-5)


train(100, 20000, 4)
