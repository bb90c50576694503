import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")
stopping = keras.callbacks.EarlyStopping(patience=3)
kept = keras.callbacks.ModelCheckpoint("best.h5", save_best_only=True)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.1), "mse")
model.fit(x, y, **{"epochs": 10, "validation_split": 0.2, "callbacks": (stopping, kept)})
