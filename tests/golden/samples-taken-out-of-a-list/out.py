"""Embed the nodes of a graph by walks that are taken out of a list, one for each node."""

import numpy as np
import tensorflow as tf

nodes = list(np.load("nodes.npy"))
walks = list(np.load("walks.npy"))

walk = tf.placeholder(tf.int32, [8])
table = tf.get_variable("table", [30000, 16])
loss = tf.reduce_mean(tf.square(tf.nn.embedding_lookup(table, walk)))
train_op = tf.train.AdamOptimizer(0.001).minimize(loss)

with tf.Session() as session:
    session.run(tf.global_variables_initializer())
    for node in nodes:
        taken = walks.pop()
        session.run(train_op, {walk: taken})
