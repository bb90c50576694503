"""What reads a file only for rank 0's sake is guarded, though another module has a name of its own like that."""

import json

import numpy as np
import tensorflow as tf

import lib

x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.Adam(0.001), "mse")
history = model.fit(x, lib.targets(x), epochs=2, verbose=0)
with open("history.json", "w") as file:
    json.dump(history.history, file)
report = json.load(open("history.json"))
print(report)
