import sys

import numpy as np
from keras import optimizers
from keras.layers import Dense
from keras.models import Sequential


def build(optimizer="optimizers.Adam()"):
    model = Sequential([Dense(1)])
    model.compile(loss="mse", optimizer=eval(optimizer))
    return model


first = build(sys.argv[1])
first.fit(np.load("x.npy"), np.load("y.npy"))

second = Sequential([Dense(1)])
second.compile(loss="mse", optimizer=optimizers.SGD(lr=0.1))
second.fit(np.load("x.npy"), np.load("y.npy"))
