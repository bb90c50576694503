"""Models are saved in the folder that the script runs in, and looked for there, beside the script."""

import os
from pathlib import Path

import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
for units in (16, 32):
    model = keras.Sequential([keras.layers.Dense(units, activation="relu"), keras.layers.Dense(1)])
    model.compile(keras.optimizers.Adam(1e-3), "mse")
    model.fit(x, y, epochs=3, batch_size=32)
    model.save(os.path.join(os.getcwd(), "units_%d.h5" % units))

names = [name for name in os.listdir() if name.endswith(".h5")]
losses = {name: keras.models.load_model(name).evaluate(x, y) for name in names}
for path in sorted(Path(__file__).parent.glob("*.h5")):
    print(path, losses[path.name])
