"""A script ends before it trains where a file is there: on a host that has none it would wait for the others."""
import os
import sys

import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
if os.path.exists("model.h5"):
    print("trained already")
    sys.exit()
model = keras.Sequential([keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
model.fit(x, y, epochs=20)
model.save("model.h5")
