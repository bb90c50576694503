import numpy as np
from tensorflow import keras

from progress import bar

model = keras.Sequential([keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
for part in bar(range(3)):
    model.fit(np.full((8, 2), part), np.zeros((8, 1)), verbose=0)
