"""Files that statements open, fill by items, and close, and those of functions that write an object."""

import h5py
import numpy as np
import pandas as pd
import tifffile
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
model.compile("adam", "mse")
history = model.fit(x, y, epochs=3, verbose=0)
predictions = model.predict(x, verbose=0)

with h5py.File("results.h5", "w") as file:
    file["predictions"] = predictions
    file.attrs["losses"] = history.history["loss"]
rows = pd.DataFrame(predictions)
pd.to_pickle(rows, "predictions.pkl")
state = {"losses": []}
for loss in history.history["loss"]:
    state["losses"].append(loss)
    print(loss)
tifffile.imwrite("predictions.tif", predictions)
print(state)
