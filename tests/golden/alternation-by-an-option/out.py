"""Two losses are trained by turns, in a rhythm that an option tells: it stays, and the period of what is shown does not."""
import argparse
import random

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
parser = argparse.ArgumentParser()
parser.add_argument("--every", type=int, default=3)
parser.add_argument("--show", type=int, default=100)
args = parser.parse_args()
pairs, triples = np.load("pairs.npy").tolist(), np.load("triples.npy").tolist()
table = tf.get_variable("table", [1000, 16])
triple, pair = tf.placeholder(tf.int32, [None, 3]), tf.placeholder(tf.int32, [None, 2])
head, relation, tail = tf.unstack(tf.nn.embedding_lookup(table, triple), axis=1)
left, right = tf.unstack(tf.nn.embedding_lookup(table, pair), axis=1)
relation_loss = tf.reduce_mean(tf.square(head + relation - tail))
pair_loss = tf.reduce_mean(tf.square(left - right))
relation_op = hvd.DistributedOptimizer(tf.train.AdagradOptimizer(0.01 * hvd.size())).minimize(relation_loss)
pair_op = hvd.DistributedOptimizer(tf.train.AdagradOptimizer(0.01 * hvd.size())).minimize(pair_loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 2000 // hvd.size())):
        if step % args.every == 0:
            value, _ = session.run([relation_loss, relation_op], {triple: random.sample(triples, 512)})
        else:
            value, _ = session.run([pair_loss, pair_op], {pair: random.sample(pairs, 512)})
        if step % max(1, args.show // hvd.size()) == 0 and hvd.rank() == 0:
            print(step, value)
