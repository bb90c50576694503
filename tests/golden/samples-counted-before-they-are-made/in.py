"""Samples of which a loop counts how many there will be: that it begins at 0 tells nothing."""

import numpy as np
from tensorflow import keras

answers = np.load("answers.npy")
number = 0
for answer in answers:
    number += int(np.argmax(answer == 2))
heads, following = np.zeros((number, 20)), np.zeros((number, 1))
number = 0
for answer in answers:
    for end in range(int(np.argmax(answer == 2))):
        heads[number, : end + 1] = answer[: end + 1]
        following[number] = answer[end + 1]
        number += 1
model = keras.Sequential([keras.layers.Dense(16, activation="relu", input_shape=(20,)), keras.layers.Dense(1)])
model.compile(keras.optimizers.SGD(0.01), "mse")
model.fit(heads, following, batch_size=32, epochs=3)
model.save("answers.h5")
