"""Rates that TensorFlow computes from what a session is fed: the pass over the data, or a count of the steps."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

data = np.load("signals.npy")
x = tf.placeholder(tf.float32, [None, 8])
turn = tf.placeholder(tf.int32, [])
count = tf.placeholder_with_default(0, [])
slow = tf.train.exponential_decay(0.1 * hvd.size(), turn, 10, 0.9)
quick = tf.train.cosine_decay(0.1 * hvd.size(), count, 1000)
squares = tf.layers.dense(x, 1) ** 2
first = hvd.DistributedOptimizer(tf.train.MomentumOptimizer(slow, 0.9)).minimize(tf.reduce_mean(squares))
second = hvd.DistributedOptimizer(tf.train.AdamOptimizer(quick)).minimize(tf.reduce_sum(squares))
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    step = 0
    shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(12):
        for i in range(max(1, len(data) // 32 // hvd.size())):
            batch = data[shard][i * 32 : (i + 1) * 32]
            sess.run(first, {x: batch, turn: epoch})
            sess.run(second, {x: batch, count: step * hvd.size()})
            step += 1
