"""A draw for each sample decides which are held back: all processes hold back the same."""

import random

import numpy as np
import tensorflow as tf


def read(path):
    train, held = [], []
    with open(path) as lines:
        for line in lines:
            values = [float(each) for each in line.split(",")]
            if random.random() < 0.1:
                held.append(values)
            else:
                train.append(values)
    return np.array(train), np.array(held)


train, held = read("samples.csv")
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(tf.keras.optimizers.SGD(0.01), "mse")
model.fit(train[:, :-1], train[:, -1:], epochs=5, validation_data=(held[:, :-1], held[:, -1:]), verbose=0)
