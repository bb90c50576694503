"""Columns of a data frame: its values are arrays."""
import numpy as np
import pandas as pd
import tensorflow as tf

frame = pd.read_csv("train.csv")
data = frame.values
np.random.shuffle(data)
x = data[:, 1:].reshape(-1, 28, 28, 1) / 255.0
y = data[:, 0].astype(np.int32)

model = tf.keras.Sequential([tf.keras.layers.Flatten(), tf.keras.layers.Dense(10)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
model.fit(x, y, validation_split=0.2, epochs=3)
