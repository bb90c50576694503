"""Folders by names in dictionaries: what the first process of each host makes in them needs them on every host."""

import os
import pickle

import numpy as np
import tensorflow as tf

known = {"pictures": "pictures", "log": "log/losses.txt"}


def folders(base):
    names = {}
    names["base"] = base
    names["models"] = os.path.join(base, "models")
    for folder in names.values():
        if not os.path.exists(folder):
            os.makedirs(folder)
    return names


def chosen(folder, samples):
    path = os.path.join(folder, "chosen.pkl")
    if os.path.exists(path):
        with open(path, "rb") as file:
            return pickle.load(file)
    found = samples[np.random.randint(0, len(samples), 400)]
    with open(path, "wb") as file:
        pickle.dump(found, file)
    return found


if not os.path.exists("results"):
    os.makedirs("results")
os.makedirs("log", exist_ok=True)
places = folders("results")
x = np.load(os.path.join(known["pictures"], "x.npy"))
fixed = chosen(places["base"], x)
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("adam", "mse")
model.fit(x, x, epochs=5)
with open(known["log"], "w") as file:
    file.write(str(model.evaluate(fixed, fixed)))
model.save(os.path.join(places["models"], "model.h5"))
