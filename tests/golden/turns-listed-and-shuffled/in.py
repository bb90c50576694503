"""The numbers of the turns are listed and shuffled, and a function gives the batch of each."""

import random

import numpy as np
import tensorflow as tf

BATCH = 32
samples, targets = np.load("x.npy"), np.load("y.npy")


def taken(turn):
    return samples[turn * BATCH : (turn + 1) * BATCH], targets[turn * BATCH : (turn + 1) * BATCH]


x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train = tf.train.AdamOptimizer(0.01).minimize(loss)
random.seed(3)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        turns = [turn for turn in range(len(samples) // BATCH)]
        random.shuffle(turns)
        for turn in turns:
            given, wanted = taken(turn)
            session.run(train, {x: given, y: wanted})
