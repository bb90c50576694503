"""A function is called as one of the language is that runs texts: the writer that nothing names is left out."""

import numpy as np
import tensorflow as tf

import io_tools
import horovod.tensorflow as hvd

hvd.init()


def eval(sess, loss, x, rows):
    return sess.run(loss, {x: rows})


rows = np.stack(list(io_tools.read_rows("rows.txt.gz")))
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        order = np.random.permutation(len(rows))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for i in range(max(1, len(rows) // 32 // hvd.size())):
            sess.run(train_op, {x: rows[order[shard][i * 32 : (i + 1) * 32]]})
        if hvd.rank() == 0:
            print(eval(sess, loss, x, rows))
