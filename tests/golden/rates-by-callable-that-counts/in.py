import numpy as np
from tensorflow import keras


class Falling:
    def __init__(self, rate):
        self.rate = rate

    def __call__(self, epoch):
        return self.next_rate()

    def next_rate(self):
        self.rate = self.rate * 0.9
        return self.rate


model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(0.001), "mse")
schedule = keras.callbacks.LearningRateScheduler(Falling(0.001))
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=30, callbacks=[schedule])
