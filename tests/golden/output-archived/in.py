import tarfile

import numpy as np
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(np.zeros((8, 2)), np.zeros((8, 1)), verbose=0)
model.save("model")
with tarfile.open("model.tar", "w") as tar:
    tar.add("model")
