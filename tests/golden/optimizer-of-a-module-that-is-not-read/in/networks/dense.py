from tensorflow import keras

import settings


def build():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(optimizer=settings.OPTIMIZER, loss="mse")
    return model
