"""A script that names its model by the loss of the last epoch, and reads it back to predict."""

import numpy as np
from tensorflow import keras


def predict(path):
    model = keras.models.load_model(path)
    return model.predict(np.load("test.npy"))


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
history = model.fit(x, y, epochs=5)
path = "models/" + str(round(history.history["loss"][-1], 4)) + ".h5"
model.save(path)
predictions = predict(path)
