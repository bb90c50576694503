"""What is right in each batch is counted, and divided by the number of samples, of which the loop takes a batch in each turn."""

import math

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

SIZE = 64
samples, labels = np.load("x.npy"), np.load("y.npy")
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.int64, [None])
logits = tf.layers.dense(x, 10)
loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
right = tf.reduce_sum(tf.cast(tf.equal(tf.argmax(logits, 1), y), tf.float32))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        order = np.random.permutation(len(labels))
        samples, labels = samples[order], labels[order]
        total = 0
        shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
        for turn in range(max(1, math.ceil(len(labels) / SIZE) // hvd.size())):
            batch = {x: samples[shard][turn * SIZE : (turn + 1) * SIZE], y: labels[shard][turn * SIZE : (turn + 1) * SIZE]}
            _, count = session.run([train, right], batch)
            total += count
        if hvd.rank() == 0:
            print("accuracy", total / max(1, len(labels) // hvd.size()))
