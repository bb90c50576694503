import numpy as np
from tensorflow import keras

PART = 1600


def load(names):
    parts = [np.load(name) for name in names]
    return np.concatenate([part["x"] for part in parts]), np.concatenate([part["y"] for part in parts])


names = sorted(["c.npz", "a.npz", "b.npz", "d.npz"])
x, y = load(["all.npz"])
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
for epoch in range(10):
    for start in range(0, len(x), PART):
        model.fit(x[start : start + PART], y[start : start + PART], verbose=0)
    for index in range(0, len(names), 2):
        samples, targets = load(names[index : index + 2])
        model.fit(samples, targets, verbose=0)
model.save("model.h5")
