"""Predictions are written by libraries that are not read: what opens a file tells it by its mode alone."""

import netCDF4
import numpy as np
import tensorflow as tf
from ROOT import TFile, TNtuple
import horovod.tensorflow.keras as hvd

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(tf.keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
model.fit(
    x[shard],
    y[shard],
    epochs=5,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
    verbose=1 if hvd.rank() == 0 else 0,
)
predicted = model.predict(x, verbose=1 if hvd.rank() == 0 else 0)[:, 0]

with netCDF4.Dataset("predicted.nc", "w") as file:
    file.createDimension("sample", len(predicted))
    file.createVariable("value", "f4", ("sample",))[:] = predicted

file = TFile("predicted.root", "RECREATE")
values = TNtuple("values", "values", "value")
for value in predicted:
    values.Fill(value)
if hvd.rank() == 0:
    values.Write()
file.Close()
