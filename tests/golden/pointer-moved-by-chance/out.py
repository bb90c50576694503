"""Words are read at a place that goes on, as far as chance decides."""

import collections
import random

import numpy as np
import tensorflow as tf

words = np.load("words.npy")
place = 0


def pairs(size, window):
    global place
    batch, labels = np.ndarray([size], np.int32), np.ndarray([size, 1], np.int32)
    span = 2 * window + 1
    around = collections.deque(maxlen=span)
    for _ in range(span):
        around.append(words[place])
        place = (place + 1) % len(words)
    for i in range(size):
        target = window
        while target == window:
            target = random.randint(0, span - 1)
        batch[i], labels[i, 0] = around[window], around[target]
        if random.random() < 0.5:
            place = (place + 1) % len(words)
        around.append(words[place])
    return batch, labels


inputs = tf.placeholder(tf.int32, [128])
wanted = tf.placeholder(tf.int32, [128, 1])
vectors = tf.get_variable("vectors", [5000, 64])
weights, biases = tf.get_variable("weights", [5000, 64]), tf.get_variable("biases", [5000])
embedded = tf.nn.embedding_lookup(vectors, inputs)
loss = tf.reduce_mean(tf.nn.nce_loss(weights, biases, wanted, embedded, 64, 5000))
train = tf.train.GradientDescentOptimizer(1.0).minimize(loss)
with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for step in range(100000):
        batch, labels = pairs(128, 2)
        session.run(train, {inputs: batch, wanted: labels})
