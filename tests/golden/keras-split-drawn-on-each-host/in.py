"""A table is split by chance into files that every process reads: on each host otherwise, unless it is seeded."""

import pandas as pd
from tensorflow import keras

table = pd.read_csv("all.csv").sample(frac=1)
table[:8000].to_csv("train.csv")
table[8000:].to_csv("valid.csv")

train, valid = pd.read_csv("train.csv"), pd.read_csv("valid.csv")
model = keras.Sequential([keras.layers.Dense(64, activation="relu"), keras.layers.Dense(1)])
model.compile(keras.optimizers.Adam(1e-3), "mse")
model.fit(
    train.drop("y", axis=1).values,
    train["y"].values,
    validation_data=(valid.drop("y", axis=1).values, valid["y"].values),
    epochs=3,
)
