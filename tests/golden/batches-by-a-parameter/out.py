"""A function is given the size of its batches, and the samples by another name: more than one batch is in them."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples, labels = np.load("samples.npy"), np.load("labels.npy")
size = len(samples) // 100
x = tf.placeholder(tf.float32, [None, 8])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-3 * hvd.size())).minimize(loss)


def train(data, wanted, size):
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as session:
        session.run(tf.global_variables_initializer())
        session.run(hvd.broadcast_global_variables(0))
        shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
        for epoch in range(2000):
            for start in range(0, max(1, len(data) // hvd.size()), size):
                session.run(step, {x: data[shard][start : start + size], y: wanted[shard][start : start + size]})


train(samples, labels, size)
