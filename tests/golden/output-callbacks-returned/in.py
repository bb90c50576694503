"""A callback that a function gives together with the folder that it writes to."""
import numpy as np
from tensorflow import keras


def board(name):
    folder = "logs/" + name
    callback = keras.callbacks.TensorBoard(log_dir=folder)
    return callback, folder


drawing, folder = board("digits")
stopping = keras.callbacks.EarlyStopping(patience=3)
x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
model.fit(x, y, epochs=10, validation_split=0.2, callbacks=[stopping, drawing])
model.fit(x, y, epochs=10, validation_split=0.2, callbacks=(stopping, drawing))
print("see", folder)
