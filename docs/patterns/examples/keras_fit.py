"""Fit a classifier of synthetic points."""

import numpy as np
from tensorflow import keras
from tensorflow.keras.callbacks import ModelCheckpoint, ReduceLROnPlateau

rng = np.random.default_rng(0)
x_train = rng.normal(size=(3000, 20)).astype("float32")
y_train = (x_train[:, :5].sum(axis=1) > 0).astype("int32")

model = keras.Sequential([keras.layers.Dense(32, activation="relu"), keras.layers.Dense(1, activation="sigmoid")])
model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])
model.fit(
    x_train,
    y_train,
    batch_size=50,
    epochs=3,
    validation_split=0.2,
    callbacks=[ReduceLROnPlateau(patience=1), ModelCheckpoint("points.h5")],
)
