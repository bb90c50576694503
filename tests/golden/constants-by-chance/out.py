"""Words without a vector get one by chance, and all vectors are a constant of the graph."""
import json

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()


def vectors_of(words, known):
    vectors = {}
    for word in words:
        vectors[word] = known[word] if word in known else np.random.uniform(-0.25, 0.25, 16)
    return vectors


words = json.load(open("words.json"))
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
vectors = vectors_of(words, json.load(open("vectors.json")))
table = np.array([vectors[word] for word in words])
x, y = np.load("x.npy"), np.load("y.npy")
inputs, labels = tf.placeholder(tf.int32, [None]), tf.placeholder(tf.float32, [None, 1])
embedded = tf.nn.embedding_lookup(tf.constant(table, tf.float32), inputs)
loss = tf.reduce_mean((tf.layers.dense(embedded, 1) - labels) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(
    loss
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for start in range(0, max(1, len(x) // hvd.size()), 32):
        session.run(
            train_op,
            {inputs: x[shard][start:start + 32], labels: y[shard][start:start + 32]},
        )
