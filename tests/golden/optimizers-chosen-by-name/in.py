"""Choose the optimizer by a name: the rate that each class has by default is its own."""

import sys

import numpy as np
from tensorflow import keras

KINDS = {"adam": keras.optimizers.Adam, "sgd": keras.optimizers.SGD, "rms": keras.optimizers.RMSprop}
ALIKE = {"adam": keras.optimizers.Adam, "rms": keras.optimizers.RMSprop}

x, y = np.load("x.npy"), np.load("y.npy")
for optimizer in (KINDS[sys.argv[1]](), KINDS[sys.argv[1]](float(sys.argv[2])), ALIKE[sys.argv[3]]()):
    model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
    model.fit(x, y, epochs=10)
