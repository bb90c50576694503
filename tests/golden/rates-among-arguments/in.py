import json

import numpy as np
import tensorflow as tf

with open("settings.json") as file:
    settings = json.load(file)
x, y = np.load("x.npy"), np.load("y.npy")


def dense(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer=optimizer, loss="mse")
    return model


dense(tf.keras.optimizers.Adam(**settings["optimizer"])).fit(x, y)
# what is given by name is scaled where it stands
dense(tf.keras.optimizers.SGD(learning_rate=0.1, **settings["others"])).fit(x, y)
