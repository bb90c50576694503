"""A model that is not good enough is trained once more."""

import numpy as np
from tensorflow import keras

x, y, x_val, y_val = (np.load(name) for name in ("x.npy", "y.npy", "x_val.npy", "y_val.npy"))
model = keras.Sequential(
    [keras.layers.Dense(64, activation="relu"), keras.layers.BatchNormalization(), keras.layers.Dense(10)]
)
model.compile(keras.optimizers.Adam(1e-3), keras.losses.SparseCategoricalCrossentropy(from_logits=True), ["accuracy"])
model.fit(x, y, batch_size=32, epochs=10)
accuracy = model.evaluate(x_val, y_val)[1]
if accuracy < 0.9:
    print("Once more:", accuracy)
    model.fit(x, y, batch_size=32, epochs=10)
