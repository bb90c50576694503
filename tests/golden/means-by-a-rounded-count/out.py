"""A sum over all turns is divided by their number, which is rounded up and made whole there as in the loop."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x, y = np.load("x.npy"), np.load("y.npy")
signals, wanted = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(signals, 1) - wanted) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)


def train(session):
    total = 0
    order = np.random.permutation(len(x))
    given, labels = x[order], y[order]
    shard = slice(hvd.rank(), len(given) // hvd.size() * hvd.size(), hvd.size())
    for turn in range(max(1, int(np.ceil(len(x) / 32)) // hvd.size())):
        start = turn * 32
        _, value = session.run(
            [train_op, loss], {signals: given[shard][start : start + 32], wanted: labels[shard][start : start + 32]}
        )
        total += value
    return total / int(max(1, np.ceil(len(x) / 32) // hvd.size()))


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        train_result = train(session)
        if hvd.rank() == 0:
            print(epoch, train_result)
