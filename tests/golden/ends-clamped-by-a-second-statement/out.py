"""The end of a batch is set back to that of the samples by a second statement, and the last epoch is told by a quotient."""

import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x, y = np.load("x.npy"), np.load("y.npy")
inputs = tf.placeholder(tf.float32, [None, 8])
wanted = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(wanted, tf.layers.dense(inputs, 1))
op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
saver = tf.train.Saver()
size, count = 64, len(x)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for start in range(0, max(1, count // hvd.size()), size):
            end = start + size
            end = min(end, count)
            session.run(op, {inputs: x[shard][start:end], wanted: y[shard][start:end]})
    if hvd.rank() == 0:
        saver.save(session, os.path.join("model", "net"))
