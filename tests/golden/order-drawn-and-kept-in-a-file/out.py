"""An order of columns is drawn once and kept in a file: the first process of each host would draw one of its own."""

import os

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def barrier():
    """Wait until every process has come here."""
    config = tf.ConfigProto(device_count={"GPU": 0})
    with tf.Graph().as_default():
        with tf.Session(config=config) as session:
            session.run(hvd.broadcast(0, root_rank=0, name="barrier"))


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
if hvd.local_rank() != 0:
    barrier()  # until the first process of this host is done
if not os.path.isfile("order.npy"):
    order = np.random.permutation(16)
    np.save("order.npy", order)
else:
    order = np.load("order.npy")
if hvd.local_rank() == 0:
    barrier()  # the others may go on
rows = np.load("rows.npy")[:, order]
x = tf.placeholder(tf.float32, [None, 16])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(hvd.rank())
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {x: rows[np.random.randint(len(rows), size=32)]})
