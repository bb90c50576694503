import numpy as np
from tensorflow import keras
from tensorflow.keras.optimizers import SGD, Adam

speed = 0.0001
chosen = "adam"
model = keras.Sequential([keras.layers.Dense(4), keras.layers.Dense(1)])
if speed < float(np.load("limit.npy")) and chosen == "adam":
    chosen = Adam(learning_rate=speed)
elif chosen == "sgd":
    chosen = SGD(learning_rate=speed)
model.compile(chosen, "mse")
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=5)
