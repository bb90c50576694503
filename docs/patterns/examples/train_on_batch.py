"""Train a model batch by batch, with a loop of our own around Keras."""

import numpy as np
from tensorflow import keras

rng = np.random.default_rng(0)
x_train = rng.normal(size=(2000, 20)).astype("float32")
y_train = x_train[:, :5].sum(axis=1)

model = keras.Sequential([keras.layers.Dense(32, activation="relu"), keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.SGD(learning_rate=0.01), loss="mse")

for epoch in range(3):
    for start in range(0, len(x_train), 50):
        loss = model.train_on_batch(x_train[start : start + 50], y_train[start : start + 50])
    print(f"epoch {epoch}: loss {loss:.4f}")

model.save("sums.h5")
