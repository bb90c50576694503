"""A loop that counts its batches reads files by their places in a listing, which each host orders in its own way."""
from glob import glob

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


BATCH = 16


def load(path):
    return np.fromfile(path, dtype=np.float32, count=4)


x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 4) - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        files = in_one_order(glob("samples/{}/*.bin".format("train")))
        shard = slice(hvd.rank(), len(files) // hvd.size() * hvd.size(), hvd.size())
        for i in range(0, max(1, len(files) // BATCH // hvd.size())):
            sess.run(train_op, {x: [load(each) for each in files[shard][i * BATCH:(i + 1) * BATCH]]})
