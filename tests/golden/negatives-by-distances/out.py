"""Bring the two names of each entity together, and take them apart from those that are nearest to them by mistake."""

import numpy as np
import tensorflow as tf
from scipy.spatial.distance import cdist

pairs = np.load("pairs.npy")

table = tf.get_variable("table", [30000, 64])
left = tf.nn.embedding_lookup(table, pairs[:, 0])
right = tf.nn.embedding_lookup(table, pairs[:, 1])
wrong = tf.placeholder(tf.int32, [len(pairs)])
near = tf.reduce_sum(tf.abs(left - right), 1)
apart = tf.reduce_sum(tf.abs(left - tf.nn.embedding_lookup(table, wrong)), 1)
loss = tf.reduce_mean(tf.nn.relu(near - apart + 1.0))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)


def nearest(vectors):
    distances = cdist(vectors[pairs[:, 0]], vectors, metric="cityblock")
    return np.argsort(distances)[:, 1]


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for epoch in range(600):
        if epoch % 10 == 0:
            negatives = nearest(session.run(table))
        _, value = session.run([train_op, loss], {wrong: negatives})
        print(epoch, value)
