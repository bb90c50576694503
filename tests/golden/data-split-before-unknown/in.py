"""What is held out for validation is chosen by chance before a generator that is not seen through reads the rest."""
import threading
import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.utils import shuffle
from tensorflow import keras


class Locked:
    def __init__(self, source):
        self.source, self.lock = source, threading.Lock()

    def __iter__(self):
        return self

    def __next__(self):
        with self.lock:
            return next(self.source)


def locked(function):
    def make(*arguments):
        return Locked(function(*arguments))

    return make


@locked
def batches(names, size=32):
    while True:
        names = shuffle(names)
        for start in range(0, len(names), size):
            chosen = np.stack([np.load(name) for name in names[start : start + size]])
            yield chosen, chosen[:, :1]


names = pd.read_csv("names.csv")["name"].values
training, validation = train_test_split(names, test_size=0.1)
model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,))])
model.compile(keras.optimizers.SGD(0.1), "mse")
model.fit_generator(
    batches(training),
    steps_per_epoch=len(training) // 32,
    epochs=10,
    validation_data=batches(validation),
    validation_steps=len(validation) // 32,
)
