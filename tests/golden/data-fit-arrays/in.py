"""Arrays in memory: of odd length, with weights, as lists and dicts, computed in the call."""

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

x_train = np.arange(103, dtype="float32").reshape(-1, 1)
y_train = x_train / 103
weights = np.ones(103)
x_test, y_test = x_train[:10], y_train[:10]

model = tf.keras.Sequential([layers.Rescaling(1 / 103), layers.Dense(3, activation="relu"), layers.Dense(1)])
model.compile(optimizer="adam", loss="mse")
history = model.fit(x_train, y_train, batch_size=8, epochs=2, sample_weight=weights,
                    validation_data=(x_test, y_test), verbose=0)  # weighted

first = tf.keras.Input([1], name="first")
second = tf.keras.Input([1], name="second")
both = tf.keras.Model([first, second], layers.Dense(1)(layers.Concatenate()([first, second])))
both.compile("sgd", "mse")
both.fit({"first": x_train / 103, "second": y_train}, y_train, verbose=0)
inputs = [x_train / 103, y_train]
both.fit(inputs, y_train, batch_size=8, steps_per_epoch=len(x_train) // 8, verbose=0)
both.fit([x_train.reshape(-1, 1) / 103, y_train.copy()], y=np.asarray(y_train), validation_split=0.2, verbose=0)
print(both.evaluate(inputs, y_train, verbose=0))
