import json
import os

import numpy as np
import tensorflow as tf


def keep(model):
    text = model.to_json()
    try:
        os.makedirs("kept")
    except OSError:
        pass
    with open("kept/model.json", "w") as file:
        file.write(text)
    model.save_weights("kept/model.h5")


def examine(model, x, y):
    error = np.abs(model.predict(x) - y).mean()
    print("mean error:", error)
    with open("kept/best.json") as file:
        best = json.load(file)
    if error < best:
        print("better than", best)
        with open("kept/best.json", "w") as file:
            json.dump(float(error), file)
        keep(model)


x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(8,))])
model.compile("adam", "mse")
keep(model)
with open("kept/best.json", "w") as file:
    json.dump(1e9, file)
for epoch in range(10):
    model.fit(x, y, epochs=1)
    examine(model, x, y)
