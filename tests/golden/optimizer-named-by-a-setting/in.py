"""Name the optimizer in a setting that stands elsewhere: another name there is another optimizer still."""

import numpy as np
from tensorflow import keras


class Settings:
    optimizer = "adam"
    loss = "mse"


OPTIMIZER = "sgd"
settings = Settings()
x, y = np.load("x.npy"), np.load("y.npy")

by_constant = keras.Sequential([keras.layers.Dense(1)])
by_constant.compile(optimizer=OPTIMIZER, loss="mse")
by_constant.fit(x, y, epochs=10)

by_attribute = keras.Sequential([keras.layers.Dense(1)])
by_attribute.compile(settings.optimizer, settings.loss)
by_attribute.fit(x, y, epochs=10)
