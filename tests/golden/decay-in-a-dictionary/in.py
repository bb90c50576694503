"""An optimizer is given its rate and its decay by a dictionary: both grow."""
import numpy as np
from tensorflow import keras
from tensorflow.keras.optimizers import Adam

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(1)])
settings = {"lr": 0.001, "decay": 1e-6}
model.compile(Adam(**settings), "mse")
model.fit(x, y, batch_size=32, epochs=10)
