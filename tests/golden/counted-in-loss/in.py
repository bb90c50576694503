"""A loss that counts batches in a variable: each process counts its own, and what that decides is asked about."""

import numpy as np
import tensorflow as tf

images, labels = np.load("images.npy"), np.load("labels.npy")
batches = tf.Variable(0.0, trainable=False)
largest = tf.Variable(0.0, trainable=False)


def error(truth, guess):
    return tf.reduce_mean(tf.square(truth - guess))


def warmed_up(truth, guess):
    seen = batches.assign_add(1.0)
    return tf.where(seen < 500.0, 0.1, 1.0) * error(truth, guess)


def kept(truth, guess):
    largest.assign(tf.maximum(largest, error(truth, guess)))
    return error(truth, guess)


first = tf.keras.Sequential([tf.keras.layers.Dense(1)])
first.compile(tf.keras.optimizers.SGD(0.01), loss=warmed_up)
first.fit(images, labels, epochs=3)

second = tf.keras.Sequential([tf.keras.layers.Dense(1)])
second.compile(tf.keras.optimizers.SGD(0.01), loss=kept)
second.fit(images, labels, epochs=3)
