import os

import numpy as np
import tensorflow as tf


def enter(folder):
    if not os.path.isdir(folder):
        os.makedirs(folder)
    os.chdir(folder)


samples = np.load("samples.npy")
os.makedirs("runs", exist_ok=True)
number = len(os.listdir("runs"))
enter("results")
model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
model.compile("sgd", "mse")
model.fit(samples, samples)
model.save("run-%d.h5" % number)
