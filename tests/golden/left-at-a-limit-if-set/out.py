"""Loops within loops that are left at a number of steps, where an option sets one."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
data = np.load("x.npy")
x = tf.placeholder(tf.float32, [None, 4])
op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(1e-4 * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.dense(x, 2))
)
flags = tf.app.flags
flags.DEFINE_integer("max_steps", None, "")
F = flags.FLAGS
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    step = 0
    shard = slice(hvd.rank(), len(data) // hvd.size() * hvd.size(), hvd.size())
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        np.random.shuffle(data)
        for k in range(0, max(1, len(data) // hvd.size()), 32):
            sess.run(op, feed_dict={x: data[shard][k:k + 32]})
            step += 1
            if F.max_steps and step >= max(1, F.max_steps // hvd.size()):
                break
        if F.max_steps and step >= max(1, F.max_steps // hvd.size()):
            break
