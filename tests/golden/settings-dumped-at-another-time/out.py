"""Settings are dumped into a file of a folder with the time in its name; all processes read them at another time."""

import json
import os
from datetime import datetime
import numpy as np
import tensorflow as tf

STARTED = "{0:%Y-%m-%dT%H-%M-%S}".format(datetime.now())


def write(path, data):
    with open(path, "w") as file:
        json.dump(data, file)


folder = os.path.join("runs", STARTED)
os.makedirs(folder)
write(os.path.join(folder, "settings.json"), {"size": 4})
x = np.load("x.npy")
model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_dim=4)])
with open(os.path.join("runs", "{0:%Y-%m-%dT%H-%M-%S}".format(datetime.now()), "settings.json")) as file:
    rate = json.load(file)["size"] / 100
model.compile(tf.keras.optimizers.SGD(rate), "mse")
model.fit(x, x)
