"""A training is left by the end of the program, and another by an exception that is caught behind it."""

import sys

import numpy as np
from tensorflow import keras


class Reached(Exception):
    pass


x, y, x_val, y_val = (np.load(name) for name in ("x.npy", "y.npy", "x_val.npy", "y_val.npy"))
model = keras.Sequential([keras.layers.Dense(64, activation="relu"), keras.layers.Dense(10)])
model.compile(keras.optimizers.Adam(1e-3), keras.losses.SparseCategoricalCrossentropy(from_logits=True), ["accuracy"])
try:
    for step in range(10000):
        rows = np.random.randint(0, len(x), 32)
        loss = model.train_on_batch(x[rows], y[rows])[0]
        if np.isnan(loss):
            raise ValueError("The loss is no number")
        if loss < 0.5:
            raise Reached()
except Reached:
    print("Reached:", loss)

for epoch in range(100):
    model.fit(x, y, batch_size=64, epochs=1)
    if model.evaluate(x_val, y_val)[1] > 0.95:
        model.save("model.h5")
        sys.exit()
