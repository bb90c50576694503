"""Words that are read at a place which chance draws at first, and that goes on from turn to turn."""

import tensorflow as tf
import numpy as np
import random

def read_words(f):
    return open(f).read().split()

words = read_words("text.txt")
vocab = sorted(set(words)); ids = {w: i for i, w in enumerate(vocab)}
data = [ids[w] for w in words]
n_input, n_hidden, steps = 3, 64, 50000
x = tf.placeholder(tf.float32, [None, n_input, 1]); y = tf.placeholder(tf.float32, [None, len(vocab)])
cell = tf.nn.rnn_cell.BasicLSTMCell(n_hidden)
out, _ = tf.nn.dynamic_rnn(cell, x, dtype=tf.float32)
logits = tf.layers.dense(out[:, -1], len(vocab))
cost = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(logits=logits, labels=y))
op = tf.train.RMSPropOptimizer(0.001).minimize(cost)
acc = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), tf.argmax(y, 1)), tf.float32))
with tf.Session() as s:
    s.run(tf.global_variables_initializer())
    step, offset, acc_total, loss_total = 0, random.randint(0, n_input + 1), 0, 0
    while step < steps:
        if offset > len(data) - n_input - 1:
            offset = random.randint(0, n_input + 1)
        keys = np.reshape([[data[i]] for i in range(offset, offset + n_input)], [-1, n_input, 1])
        one = np.zeros([len(vocab)]); one[data[offset + n_input]] = 1.0
        _, a, l = s.run([op, acc, cost], {x: keys, y: one.reshape(1, -1)})
        loss_total += l; acc_total += a
        if (step + 1) % 1000 == 0:
            print(step + 1, loss_total / 1000, acc_total / 1000)
            loss_total = acc_total = 0
        step += 1
        offset += n_input + 1
