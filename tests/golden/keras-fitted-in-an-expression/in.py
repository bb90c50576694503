"""Models are fitted within a comprehension, and by a lambda, to arrays that only these have names for."""

import numpy as np
from tensorflow import keras

parts = [(np.load("x%d.npy" % part), np.load("y%d.npy" % part)) for part in range(3)]
model = keras.Sequential([keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
histories = [model.fit(x, y, epochs=2) for x, y in parts]

fit = lambda x, y, epochs=3: model.fit(x, y, epochs=epochs, batch_size=32)  # noqa: E731
fit(np.load("x.npy"), np.load("y.npy"))
