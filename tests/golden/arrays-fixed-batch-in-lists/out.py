"""A list holds the arrays for a model that takes batches of one size: how many samples they have is not seen."""
import numpy as np
from tensorflow import keras
from tensorflow.keras import backend as K

batch_size = 128


def sample(arguments):
    mean, deviation = arguments
    return mean + K.exp(deviation) * K.random_normal(shape=(batch_size, 2))


x, conditions = np.load("x.npy"), np.load("conditions.npy")
inputs = [keras.Input((32,)), keras.Input((4,))]
hidden = keras.layers.Dense(16, activation="relu")(keras.layers.concatenate(inputs))
z = keras.layers.Lambda(sample)([keras.layers.Dense(2)(hidden), keras.layers.Dense(2)(hidden)])
model = keras.Model(inputs, keras.layers.Dense(32)(z))
model.compile("adam", "mse")
samples = [x, conditions]
wanted = [x]
model.fit(samples, wanted, epochs=10, batch_size=batch_size)
