"""The loss of an epoch is summed over its batches by their lengths, and divided by the number of samples."""

import numpy as np
import tensorflow as tf

SIZE = 64
samples, targets = np.load("x.npy"), np.load("y.npy")
count = len(samples)
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        total = 0
        for start in range(0, count, SIZE):
            given, wanted = samples[start : start + SIZE], targets[start : start + SIZE]
            _, value = session.run([train, loss], {x: given, y: wanted})
            total += value * len(given)
        total /= count
        print("mean loss", total)
