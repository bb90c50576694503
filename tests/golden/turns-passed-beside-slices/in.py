"""What a function gives for a turn belongs to what the loop itself takes in that turn, by a slice or at places."""

import numpy as np
import tensorflow as tf

BATCH = 32
samples, targets = np.load("x.npy"), np.load("y.npy")


def taken(turn, size):
    start, end = turn * size, (turn + 1) * size
    if end > len(samples):
        end = len(samples)
    return samples[start:end]


x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for turn in range(len(samples) // BATCH):
        wanted = targets[np.arange(turn * BATCH, (turn + 1) * BATCH)]
        session.run(train, {x: taken(turn, BATCH), y: wanted})
    for turn in range(len(samples) // BATCH):
        wanted = targets[turn * BATCH : (turn + 1) * BATCH]
        session.run(train, {x: taken(turn, BATCH), y: wanted})
