"""What is right in each batch is counted, and divided by the number of samples, of which the loop takes a batch in each turn."""

import math

import numpy as np
import tensorflow as tf

SIZE = 64
samples, labels = np.load("x.npy"), np.load("y.npy")
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.int64, [None])
logits = tf.layers.dense(x, 10)
loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
right = tf.reduce_sum(tf.cast(tf.equal(tf.argmax(logits, 1), y), tf.float32))
train = tf.train.AdamOptimizer(0.01).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        order = np.random.permutation(len(labels))
        samples, labels = samples[order], labels[order]
        total = 0
        for turn in range(math.ceil(len(labels) / SIZE)):
            batch = {x: samples[turn * SIZE : (turn + 1) * SIZE], y: labels[turn * SIZE : (turn + 1) * SIZE]}
            _, count = session.run([train, right], batch)
            total += count
        print("accuracy", total / len(labels))
