"""What a callback writes is read back in a function, in the statement that returns it: one wait serves both."""
import json

import numpy as np
from tensorflow import keras

x, y = np.load("x.npy"), np.load("y.npy")


class Losses(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.losses = []

    def on_epoch_end(self, epoch, logs=None):
        self.losses.append(float(logs["loss"]))
        with open("losses.json", "w") as file:
            json.dump(self.losses, file)


def train(width):
    model = keras.Sequential([keras.layers.Dense(width), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, y, epochs=3, callbacks=[Losses()])
    with open("losses.json") as file:
        return json.load(file)[-1], model


results = [train(width) for width in (8, 16, 32)]
print(min(loss for loss, _ in results))
