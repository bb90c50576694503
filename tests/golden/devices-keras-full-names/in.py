"""A history has a metric by its full name, as it does before Keras 2.3: GPUs are pinned as TensorFlow 1 wants it."""
import matplotlib.pyplot as plt
import numpy as np
from keras.layers import Dense
from keras.models import Sequential

x, y = np.load("x.npy"), np.load("y.npy")
model = Sequential([Dense(1, input_dim=4)])
model.compile(optimizer="rmsprop", loss="mean_squared_error", metrics=["mae"])
history = model.fit(x, y, epochs=5, validation_split=0.1)
plt.plot(history.history["mean_absolute_error"])
plt.plot(history.history["val_mean_absolute_error"])
plt.savefig("errors.png")
