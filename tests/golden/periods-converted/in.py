"""Periods and limits that options give as texts: they are of the steps of all processes as numbers are."""

import argparse

import numpy as np
from tensorflow import keras

parser = argparse.ArgumentParser()
parser.add_argument("--steps", default="1000")
parser.add_argument("--show", default="50")
parser.add_argument("--save", default=2e2)
parser.add_argument("--often", type=int, default=100)
options = parser.parse_args()
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
total = 0.0
for step in range(int(options.steps)):
    chosen = np.random.randint(0, len(x), 32)
    total += model.train_on_batch(x[chosen], y[chosen])
    if (step + 1) % int(options.show) == 0:
        print(step + 1, total / int(options.show))
        total = 0.0
    if step % int(options.save) == 0:
        model.save("model.h5")
    if (step + 1) % options.often == 0:
        print(model.evaluate(x, y))
