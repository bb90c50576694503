"""A module takes the modules of a library from another, by a star, and makes the optimizer by them."""

import numpy as np
from made import optimizer
from settings import *

model = keras.Sequential([layers.Dense(1)])
model.compile(optimizer("sgd"), "mse")
model.fit(np.load("x.npy"), np.load("y.npy"))
