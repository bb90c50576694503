"""Walks that a function takes out of a list, one for each node that a loop over nodes tells it: they would go with other nodes."""

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

nodes, walks = list(np.load("nodes.npy")), list(np.load("walks.npy"))
node, walk = tf.placeholder(tf.int32, []), tf.placeholder(tf.int32, [8])
table = tf.get_variable("table", [30000, 16])
near = tf.nn.embedding_lookup(table, walk) - tf.nn.embedding_lookup(table, node)
train_op = tf.train.AdamOptimizer(0.001).minimize(tf.reduce_mean(tf.square(near)))


def embed(session, of):
    taken = walks.pop()
    session.run(train_op, {node: of, walk: taken})


with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for each in nodes:
        embed(session, each)
