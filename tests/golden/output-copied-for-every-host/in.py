"""A function keeps the sources beside what a run writes, and what every process reads again."""

import os
import shutil
import sys

import numpy as np
import tensorflow as tf


def set_up(folder, sources):
    if not os.path.exists(folder):
        os.makedirs(folder)
    with open(os.path.join(folder, "settings.txt"), "w") as file:
        file.write("epochs = 3\n")
    for source, kept in zip(sources, [os.path.join(folder, "src", each) for each in sources]):
        os.makedirs(os.path.dirname(kept), exist_ok=True)
        shutil.copy(source, kept)
    return folder


folder = set_up("run", [each for each in sys.argv if each.endswith(".py")])
with open(os.path.join(folder, "settings.txt")) as file:
    epochs = int(file.read().split("=")[1])
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(np.load("x.npy"), np.load("y.npy"), epochs=epochs)
