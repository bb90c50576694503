"""Turns that are counted over all rounds, `epoch * n + i`, by which a rate falls and a checkpoint is written."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.dense(x, 1))
)
data = np.load("data.npy")
learning_rate = 0.1
steps_per_epoch = len(data) // 32
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        order = np.random.permutation(len(data))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for i in range(max(1, steps_per_epoch // hvd.size())):
            done = epoch * max(1, steps_per_epoch // hvd.size()) + i
            if done == 5000 // hvd.size():
                learning_rate *= 0.1
            if done in [turn // hvd.size() for turn in [7000, 9000]]:
                learning_rate *= 0.1
            if done % max(1, 1000 // hvd.size()) == 0 and hvd.rank() == 0:
                saver.save(sess, "model", global_step=done)
            chosen = order[shard][i * 32 : (i + 1) * 32]
            sess.run(train, {x: data[chosen], rate: learning_rate})
