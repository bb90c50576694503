import random

import numpy as np
import tensorflow as tf

words = [int(each) for each in open("words.txt")]
dropped = np.load("dropped.npy")
kept = [word for word in words if random.random() > dropped[word]]


def around(words, place):
    reach = np.random.randint(1, 6)
    return words[max(0, place - reach) : place] + words[place + 1 : place + reach + 1]


def batches(words, size):
    for start in range(0, len(words) // size * size, size):
        batch, x, y = words[start : start + size], [], []
        for place, word in enumerate(batch):
            targets = around(batch, place)
            x += [word] * len(targets)
            y += targets
        yield x, y


inputs = tf.placeholder(tf.int32, [None])
labels = tf.placeholder(tf.int32, [None, None])
embedding = tf.get_variable("embedding", [1000, 20])
weights = tf.get_variable("weights", [1000, 20])
bias = tf.get_variable("bias", [1000])
losses = tf.nn.sampled_softmax_loss(weights, bias, labels, tf.nn.embedding_lookup(embedding, inputs), 100, 1000)
step = tf.train.AdamOptimizer(0.001).minimize(tf.reduce_mean(losses))

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(10):
        for x, y in batches(kept, 1000):
            session.run(step, {inputs: x, labels: np.array(y)[:, None]})
