"""Lists of callbacks that stand below one another behind their bracket: those of rank 0 are added, and stand so as well."""

import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
if len(x) > 100:
    watch = [keras.callbacks.EarlyStopping(patience=5),
             keras.callbacks.ModelCheckpoint("best.h5", save_best_only=True),
             keras.callbacks.TensorBoard(
                 "logs",
             )]
    model.fit(x, y, callbacks=watch)
outputs = [keras.callbacks.ModelCheckpoint("last.h5"),
           keras.callbacks.CSVLogger("last.csv")]
model.fit(x, y, callbacks=outputs)
single = [keras.callbacks.ModelCheckpoint(
    "single.h5",
    save_weights_only=True,
)]
model.fit(x, y, callbacks=single)
