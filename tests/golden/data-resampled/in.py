"""Classes are made equally large by rows that are drawn, before the rows are split: all processes must have the same."""
import numpy as np
import pandas as pd
from sklearn.model_selection import train_test_split
from sklearn.utils import resample
from tensorflow import keras

table = pd.read_csv("table.csv")
common, rare = table[table.label == 0], table[table.label == 1]
common = resample(common, replace=False, n_samples=2 * len(rare))
rare = resample(rare, n_samples=2 * len(rare), random_state=7)
table = pd.concat([common, rare])
train, held_out, labels, labels_out = train_test_split(
    table.drop("label", axis=1).values, table.label.values, test_size=0.2, random_state=7
)
train, labels = resample(train, labels, replace=False)
model = keras.Sequential([keras.layers.Dense(8, activation="relu"), keras.layers.Dense(1, activation="sigmoid")])
model.compile(keras.optimizers.Adam(1e-3), "binary_crossentropy")
model.fit(train, labels, validation_data=(held_out, labels_out), epochs=5)
