"""A loop over places, that goes on by a batch, evaluates after so many batches, told by the place."""

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer("batch", 20, "samples in a step")
FLAGS = flags.FLAGS

words = np.load("words.npy")
topics = np.load("topics.npy")
held = np.load("held.npy")
given = tf.placeholder(tf.float32, [None, 30])
wanted = tf.placeholder(tf.int64, [None])
scores = tf.layers.dense(given, 5)
loss = tf.losses.sparse_softmax_cross_entropy(wanted, scores)
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    size = FLAGS.batch
    for epoch in range(10):
        for start, end in zip(range(0, len(words), size), range(size, len(words), size)):
            session.run(train_op, {given: words[start:end], wanted: topics[start:end]})
            if start % (400 * FLAGS.batch) == 0:
                print(epoch, session.run(scores, {given: held}).mean())
            if start % (size * 100) == 0:
                print(epoch, start)
