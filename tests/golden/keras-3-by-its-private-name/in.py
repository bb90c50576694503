import numpy as np
from keras._tf_keras.keras.layers import Dense
from keras._tf_keras.keras.models import Sequential

model = Sequential([Dense(1)])
model.compile("adam", "mse")
model.fit(np.load("x.npy"), np.load("y.npy"))
