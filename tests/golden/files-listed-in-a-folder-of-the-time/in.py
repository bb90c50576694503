"""The last of the checkpoints is in a folder with the time in its name, which rank 0 alone knows: it restores, for all."""
import datetime
import glob
import os

import numpy as np
from tensorflow import keras

folder = os.path.join("runs", datetime.datetime.now().strftime("%Y%m%d-%H%M%S"))
os.makedirs(folder)
samples = np.load("samples.npy")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(4)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
saving = keras.callbacks.ModelCheckpoint(os.path.join(folder, "{epoch:03d}.h5"))
model.fit(samples, samples, epochs=5, callbacks=[saving])
model.load_weights(sorted(glob.glob(os.path.join(folder, "*.h5")))[-1])
print(model.evaluate(samples, samples))
