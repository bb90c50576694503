"""The best settings are looked for, and a last model is trained by them."""

import numpy as np
from tensorflow import keras

x, y, xv, yv = [np.load(n + ".npy") for n in ("x", "y", "xv", "yv")]


def build(units, lr):
    m = keras.Sequential(
        [
            keras.layers.Dense(units, activation="relu", input_shape=(20,)),
            keras.layers.BatchNormalization(),
            keras.layers.Dense(10, activation="softmax"),
        ]
    )
    m.compile(keras.optimizers.Adam(lr), "sparse_categorical_crossentropy", ["accuracy"])
    return m


best, best_units, best_lr = 0, None, None
for units in (32, 64, 128):
    for lr in (1e-2, 1e-3):
        m = build(units, lr)
        m.fit(x, y, epochs=3, batch_size=64)
        acc = m.evaluate(xv, yv)[1]
        if acc > best:
            best = acc
            best_units, best_lr = units, lr
print(best, best_units, best_lr)
model = build(best_units, best_lr)
model.fit(np.concatenate([x, xv]), np.concatenate([y, yv]), epochs=20, batch_size=64)
model.save("final.h5")
