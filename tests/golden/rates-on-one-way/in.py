from tensorflow import keras
import numpy as np

rate = 0.01
if len(np.arange(3)) > 2:
    rate = keras.optimizers.schedules.ExponentialDecay(rate, 1000, 0.9)
model = keras.Sequential([keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(rate), "mse")
model.fit(np.zeros((8, 2)), np.zeros((8, 1)))
