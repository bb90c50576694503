"""Callbacks of own classes, whose initialisers take other arguments than the library's, and hand on what these are."""

import numpy as np
from tensorflow import keras


class Best(keras.callbacks.ModelCheckpoint):
    def __init__(self, folder, loud=True):
        super().__init__(folder + "/best.h5", save_best_only=True)


class Often(keras.callbacks.ModelCheckpoint):
    def __init__(self, steps, path):
        super().__init__(path, save_freq=steps)


class Plateau(keras.callbacks.ReduceLROnPlateau):
    def __init__(self, low, factor=0.5):
        super().__init__("val_loss", factor, 3, min_lr=low)


class Drops(keras.callbacks.LearningRateScheduler):
    def __init__(self, base, at):
        super().__init__(lambda epoch: base * 0.1 ** sum(epoch >= each for each in at))


class Falling(keras.callbacks.LearningRateScheduler):
    def __init__(self, rates):
        self.rates = rates
        super().__init__(self.rate)

    def rate(self, epoch):
        return self.rates[min(epoch, len(self.rates) - 1)]


class All(keras.callbacks.CSVLogger):
    def __init__(self, *given):
        super().__init__(*given)


x, y = np.load("x.npy"), np.load("y.npy")
held = np.load("held_x.npy"), np.load("held_y.npy")
model = keras.Sequential([keras.layers.Dense(64), keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.1), "mse")
model.fit(x, y, epochs=20, validation_data=held, callbacks=[Best("out"), Often(2000, "often.h5"), Plateau(1e-5)])
model.fit(x, y, epochs=20, callbacks=[Drops(0.1, (30, 60)), All("log.csv")])
model.fit(x, y, epochs=20, callbacks=[Falling([0.1, 0.01])])
model.load_weights("out/best.h5")
