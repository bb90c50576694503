"""Files that statements open, fill by items, and close, and those of functions that write an object."""

import h5py
import numpy as np
import pandas as pd
import tifffile
from tensorflow import keras
import horovod.tensorflow.keras as hvd
import tensorflow as tf

hvd.init()
gpus = tf.config.experimental.list_physical_devices("GPU")
for gpu in gpus:
    tf.config.experimental.set_memory_growth(gpu, True)
if gpus:
    tf.config.experimental.set_visible_devices(gpus[hvd.local_rank()], "GPU")

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
model.compile(hvd.DistributedOptimizer(keras.optimizers.Adam(0.001 * hvd.size())), "mse")
shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
history = model.fit(
    x[shard],
    y[shard],
    epochs=3,
    verbose=0,
    callbacks=[hvd.callbacks.BroadcastGlobalVariablesCallback(0)],
)
predictions = model.predict(x, verbose=0)

if hvd.rank() == 0:
    with h5py.File("results.h5", "w") as file:
        file["predictions"] = predictions
        file.attrs["losses"] = history.history["loss"]
rows = pd.DataFrame(predictions)
if hvd.rank() == 0:
    pd.to_pickle(rows, "predictions.pkl")
state = {"losses": []}
for loss in history.history["loss"]:
    state["losses"].append(loss)
    if hvd.rank() == 0:
        print(loss)
if hvd.rank() == 0:
    tifffile.imwrite("predictions.tif", predictions)
    print(state)
