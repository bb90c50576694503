"""Embed entities by two losses, one in the even epochs and the other in the odd ones."""

import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

triples = np.load("triples.npy").tolist()
pairs = np.load("pairs.npy").tolist()

table = tf.get_variable("table", [30000, 64])
triple = tf.placeholder(tf.int32, [None, 3])
pair = tf.placeholder(tf.int32, [None, 2])
head, relation, tail = tf.unstack(tf.nn.embedding_lookup(table, triple), axis=1)
left, right = tf.unstack(tf.nn.embedding_lookup(table, pair), axis=1)
relation_loss = tf.reduce_mean(tf.square(head + relation - tail))
pair_loss = tf.reduce_mean(tf.square(left - right))
relation_op = hvd.DistributedOptimizer(tf.train.AdagradOptimizer(0.01 * hvd.size())).minimize(
    relation_loss
)
pair_op = hvd.DistributedOptimizer(tf.train.AdagradOptimizer(0.01 * hvd.size())).minimize(pair_loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(max(1, 2000 // hvd.size())):
        if epoch % 2 == 0:
            value, _ = session.run([relation_loss, relation_op], {triple: random.sample(triples, 512)})
        else:
            value, _ = session.run([pair_loss, pair_op], {pair: random.sample(pairs, 512)})
        which = "relations" if epoch % 2 == 0 else "pairs"
        if epoch % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(epoch, which, value)
