import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import EarlyStopping, TerminateOnNaN

x, y = np.load("x.npy"), np.load("y.npy")
model = keras.Sequential([keras.layers.Dense(8, input_shape=(4,)), keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse")
model.fit(x, y, batch_size=16, epochs=30, callbacks=[EarlyStopping("loss", patience=2), TerminateOnNaN()])
model.save("model.h5")
