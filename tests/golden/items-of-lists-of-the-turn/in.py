"""The volumes of a batch are put into lists of the turn, whose items are converted in place."""

import random

import numpy as np
import tensorflow as tf

volumes = np.load("volumes.npy")
masks = np.load("masks.npy")


def one_batch(size):
    images, labels = [], []
    for _ in range(size):
        patient = random.randint(0, len(volumes) - 1)
        parts = [volumes[patient], masks[patient]]
        parts[1] = (parts[1] > 0) * parts[1]
        top = parts[1].argmax() % 16
        images.append(parts[0][top : top + 16])
        labels.append(parts[1][top : top + 16])
    return np.stack(images), np.stack(labels)


shown = tf.placeholder(tf.float32, [None, 16, 64])
wanted = tf.placeholder(tf.float32, [None, 16, 64])
loss = tf.losses.mean_squared_error(wanted, tf.layers.dense(shown, 64))
train = tf.train.AdamOptimizer(1e-3).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(2000):
        images, labels = one_batch(8)
        session.run(train, {shown: images, wanted: labels})
