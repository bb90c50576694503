import csv
import os

import numpy as np
import tensorflow as tf

x, y = np.load("x.npy"), np.load("y.npy")


def known():
    if not os.path.exists("results.csv"):
        return set()
    with open("results.csv") as file:
        return {int(row[0]) for row in csv.reader(file)}


done = known()
for units in (16, 32, 64):
    if units in done:
        continue
    model = tf.keras.Sequential([tf.keras.layers.Dense(units), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, y, verbose=0)
    with open("results.csv", "a") as file:
        csv.writer(file).writerow([units, model.evaluate(x, y, verbose=0)])
