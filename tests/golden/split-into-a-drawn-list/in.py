"""Samples go into one list or another, which is chosen by chance: without an `if`, and by a name."""

import random

import numpy as np
import tensorflow as tf

train, held, tested = [], [], []
with open("samples.csv") as lines:
    for line in lines:
        (held if random.random() < 0.1 else train).append([float(each) for each in line.split(",")])

rest = []
with open("more.csv") as lines:
    for line in lines:
        if np.random.rand() < 0.2:
            part = tested
        else:
            part = rest
        part.append([float(each) for each in line.split(",")])

train = np.array(train + rest)
held = np.array(held)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.01), "mse")
model.fit(train[:, :-1], train[:, -1:], epochs=5, validation_data=(held[:, :-1], held[:, -1:]))
print(model.evaluate(np.array(tested)[:, :-1], np.array(tested)[:, -1:]))
