"""A rate that each step lowers by a factor, from some epoch on and where a switch says so."""

import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K

LOWERS, WHOLE_EPOCHS = True, 5
signals, classes = np.load("signals.npy"), np.load("classes.npy")
model = keras.Sequential([keras.layers.Dense(16, activation="relu", input_shape=(32,)), keras.layers.Dense(4)])
model.compile(keras.optimizers.SGD(0.01), "mse")


def lower(factor):
    K.set_value(model.optimizer.lr, K.get_value(model.optimizer.lr) * factor)


for epoch in range(20):
    for step in range(500):
        chosen = np.random.randint(0, len(signals), 16)
        loss = model.train_on_batch(signals[chosen], classes[chosen])
        if LOWERS and epoch >= WHOLE_EPOCHS:
            lower(0.999)
    print(epoch, loss)
