import errno
import os

import numpy as np
import tensorflow as tf


def make(folder):
    try:
        os.makedirs(folder)
        return True
    except OSError as error:
        if error.errno != errno.EEXIST:
            raise
        return False


def cleared(folder):
    try:
        os.remove(os.path.join(folder, "log.csv"))
    except OSError:
        print("no log yet")
        return
    print("the log is new")


for folder in ("saved", "shown"):
    try:
        os.mkdir(folder)
    except OSError:
        message = "is there already"
        print(folder, message)
        continue
    print("made", folder)
weights = "imagenet"
try:
    os.rmdir("kept")
    weights = os.environ["WEIGHTS"]
except KeyError:
    weights = None
make("logs")
cleared("logs")
x, y = np.load("x.npy"), np.load("y.npy")
model = tf.keras.Sequential([tf.keras.applications.ResNet50(weights=weights), tf.keras.layers.Dense(1)])
model.compile("adam", "mse")
model.fit(x, y, epochs=5, callbacks=[tf.keras.callbacks.CSVLogger("logs/log.csv")])
model.save("saved/model.h5")
