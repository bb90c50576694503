"""A method of a callback calls the model, and its optimizer, by names of its own."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K


class Settings:
    """What a run is asked for: no optimizer, though one is called so."""

    def __init__(self, optimizer):
        self.optimizer = optimizer


class Wanted:
    lr = 0.01


class Drop(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        optimizer = self.model.optimizer
        if epoch == 20:
            K.set_value(optimizer.lr, 1e-4)


class Fall(keras.callbacks.Callback):
    def __init__(self, settings, end):
        super().__init__()
        self.settings = settings
        self.end = end

    def on_epoch_end(self, epoch, logs=None):
        model = self.model
        optimizer = model.optimizer
        optimizer.learning_rate = optimizer.learning_rate * 0.95
        if K.get_value(optimizer.learning_rate) <= self.end:
            model.stop_training = True
        wanted = self.settings.optimizer
        if wanted.lr < 1e-3:
            model.stop_training = True


x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.Adam(1e-3), loss="mse")
model.fit(x, y, epochs=50, validation_split=0.1, callbacks=[Drop(), Fall(Settings(Wanted()), 1e-5)])
