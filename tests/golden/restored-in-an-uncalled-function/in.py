"""What a function that nothing calls reads after it has trained is waited for there: all processes come from the training."""
import os

import numpy as np
import tensorflow as tf


def train(x, y, runs, folder="weights"):
    scores = []
    for run in range(runs):
        os.makedirs(folder, exist_ok=True)
        path = f"{folder}/{run}.h5"
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        model.compile("adam", "mse")
        best = tf.keras.callbacks.ModelCheckpoint(path, save_best_only=True, monitor="loss")
        model.fit(x, y, epochs=10, callbacks=[best])
        model = tf.keras.models.load_model(path)
        scores.append(model.evaluate(x, y))
    return np.mean(scores)


x, y = np.load("x.npy"), np.load("y.npy")
# print(train(x, y, 5))
