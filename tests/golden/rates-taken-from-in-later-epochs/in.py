"""A rate from which each step takes a number, down to nothing, from some epoch on."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K

signals, classes = np.load("signals.npy"), np.load("classes.npy")
model = keras.Sequential([keras.layers.Dense(16, activation="relu", input_shape=(32,)), keras.layers.Dense(4)])
model.compile(keras.optimizers.SGD(0.01), "mse")


class Schedule:
    def __init__(self, begin, decay):
        self.begin, self.decay = begin, decay

    def step(self, model):
        rate = K.get_value(model.optimizer.lr) - self.decay
        if rate < 0:
            rate = 0
        K.set_value(model.optimizer.lr, rate)


schedule = Schedule(10, 0.01 / 5000)
for epoch in range(20):
    for step in range(500):
        chosen = np.random.randint(0, len(signals), 16)
        loss = model.train_on_batch(signals[chosen], classes[chosen])
        if epoch >= schedule.begin:
            schedule.step(model)
    print(epoch, loss)
