import os

import numpy as np
from tensorflow.keras.layers import Dense
from tensorflow.keras.models import Sequential, load_model
from tensorflow.keras.optimizers import Adam

KEPT = "model.h5"

x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(8, activation="relu"), Dense(1)])
model.compile(optimizer=Adam(1e-3), loss="mse")

if os.path.isfile(KEPT):
    model = load_model(KEPT)
else:
    model.fit(x, y, batch_size=64, epochs=6)
    model.save(KEPT)

print(model.predict(np.load("test.npy")).mean())
