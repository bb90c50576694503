"""Rates that fall with each step from the one that the optimizer had at first: by a function, in the loop, in a callback."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K

BATCH, EPOCHS = 8, 5


def made():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(keras.optimizers.SGD(0.01), "mse")
    return model


def decay(model, first, step, steps, power=0.5):
    rate = first * (1.0 - step / float(steps)) ** power
    K.set_value(model.optimizer.lr, rate)
    return K.eval(model.optimizer.lr)


class Polynomial(keras.callbacks.Callback):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.seen = 0

    def on_train_begin(self, logs=None):
        self.first = K.get_value(self.model.optimizer.lr)

    def on_batch_end(self, batch, logs=None):
        self.seen += 1
        K.set_value(self.model.optimizer.lr, self.first * (1 - self.seen / self.steps) ** 0.9)


x, y = np.load("x.npy"), np.load("y.npy")
steps = len(x) // BATCH * EPOCHS

called = made()
first = K.eval(called.optimizer.lr)
step = 0
rate = decay(called, first, step, steps)
for epoch in range(EPOCHS):
    print("epoch", epoch, "rate", rate)
    for turn in range(len(x) // BATCH):
        called.train_on_batch(x[turn * BATCH : (turn + 1) * BATCH], y[turn * BATCH : (turn + 1) * BATCH])
        step += 1
        rate = decay(called, first, step, steps)

written = made()
highest = written.optimizer.learning_rate.numpy()
for epoch in range(EPOCHS):
    for turn in range(len(x) // BATCH):
        written.optimizer.learning_rate.assign(highest - highest * (epoch * (len(x) // BATCH) + turn) / steps)
        written.train_on_batch(x[turn * BATCH : (turn + 1) * BATCH], y[turn * BATCH : (turn + 1) * BATCH])

fitted = made()
fitted.fit(x, y, batch_size=BATCH, epochs=EPOCHS, callbacks=[Polynomial(steps)])
