import numpy as np
from keras.layers import Dense
from keras.models import Sequential

model = Sequential([Dense(1)])
optimizer = keras.optimizers.Adam(lr=0.001)
model.compile(optimizer, "mse")
model.fit(np.load("x.npy"), np.load("y.npy"))
