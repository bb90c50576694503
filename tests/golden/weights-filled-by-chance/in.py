"""A table is filled word by word, by chance where no vector is known, and assigned to the weights when all are initialised."""

import sys

import numpy as np
import tensorflow as tf


def load_vectors(session, embedding, words):
    given = tf.placeholder(tf.float32, [None, None])
    table = np.zeros((len(words), 8))
    for place, word in enumerate(words):
        table[place] = np.random.uniform(-0.25, 0.25, 8)
    session.run(embedding.assign(given), {given: table})


data = np.load("data.npy")
x = tf.placeholder(tf.int32, [None])
embedding = tf.get_variable("embedding", [100, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(tf.nn.embedding_lookup(embedding, x), 1)))
step = tf.train.AdamOptimizer(0.01).minimize(loss)

with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    if len(sys.argv) > 1:
        load_vectors(sess, embedding, sys.argv[1:])
    for epoch in range(10):
        for start in range(0, len(data), 32):
            sess.run(step, {x: data[start : start + 32]})
