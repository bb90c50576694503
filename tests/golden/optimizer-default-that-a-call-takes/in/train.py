import numpy as np
from tensorflow import keras


def fit(samples, targets, optimizer="adam"):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile(optimizer=optimizer, loss="mse")
    model.fit(samples, targets, epochs=5)
    return model


samples, targets = np.load("samples.npy"), np.load("targets.npy")
fit(samples, targets, optimizer=keras.optimizers.SGD(0.01)).save("first.h5")
fit(samples, targets).save("second.h5")
