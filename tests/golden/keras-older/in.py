"""The stand-alone Keras: it predicts without a word, and optimizers take their decay by its place."""

import numpy as np
from keras.layers import Dense
from keras.models import Sequential
from keras.optimizers import SGD


def batches():
    while True:
        yield np.ones([8, 2]), np.ones(8)


model = Sequential([Dense(1, input_dim=2)])
model.compile(SGD(0.05, 0.9, 1e-4, True), "mse")
model.fit_generator(batches(), steps_per_epoch=20, epochs=2)
loss = model.evaluate_generator(batches(), steps=2)
predicted = model.predict(np.ones([8, 2]))
print(loss, predicted.mean())
