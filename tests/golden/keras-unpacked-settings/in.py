"""Arguments that `**` brings from dictionaries that stand in the script, and from the one call of a function."""
import numpy as np
from tensorflow import keras

FIT = {"batch_size": 64, "epochs": 20, "verbose": 2}
ADAM = dict(learning_rate=0.001, beta_1=0.8)
x, y = np.load("x.npy"), np.load("y.npy")

coarse = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
coarse.compile(keras.optimizers.Adam(**ADAM), "mse")
coarse.fit(x, y, **FIT)


def train(model, epochs=10, **settings):
    model.compile("sgd", "mse")
    model.fit(x, y, epochs=epochs, callbacks=[keras.callbacks.ModelCheckpoint("model.h5")], **settings)


train(keras.Sequential([keras.layers.Dense(1)]), batch_size=32, validation_split=0.1)
