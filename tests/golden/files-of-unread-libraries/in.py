"""Predictions are written by libraries that are not read: what opens a file tells it by its mode alone."""

import netCDF4
import numpy as np
import tensorflow as tf
from ROOT import TFile, TNtuple

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, epochs=5)
predicted = model.predict(x)[:, 0]

with netCDF4.Dataset("predicted.nc", "w") as file:
    file.createDimension("sample", len(predicted))
    file.createVariable("value", "f4", ("sample",))[:] = predicted

file = TFile("predicted.root", "RECREATE")
values = TNtuple("values", "values", "value")
for value in predicted:
    values.Fill(value)
values.Write()
file.Close()
