"""A callback counts batches for a cycle of epochs of its own data: those that another training reads say nothing of it."""
import keras
import numpy as np
from keras import backend as K
from keras.optimizers import Adam


class Cycle(keras.callbacks.Callback):
    def __init__(self, rate, length):
        super().__init__()
        self.rate, self.length = rate, length
        self.iterations = 0

    def on_batch_end(self, batch, logs=None):
        self.iterations += 1
        K.set_value(self.model.optimizer.lr, self.rate * abs(1 - self.iterations / self.length % 2))


def samples(name):
    return np.load(f"{name}_x.npy"), np.load(f"{name}_y.npy")


def flow():
    x, y = samples("train")
    return keras.preprocessing.image.ImageDataGenerator().flow(x, y, batch_size=8)


first_x, first_y = samples("first")
first = keras.models.Sequential([keras.layers.Dense(1)])
first.compile(Adam(0.001), "mse")
first.fit(first_x, first_y, epochs=3)
model = keras.models.Sequential([keras.layers.Dense(1)])
model.compile(Adam(0.001), "mse")
batches = flow()
model.fit_generator(batches, epochs=30, callbacks=[Cycle(0.01, 4 * len(batches))])
