"""Samples are drawn by functions that pylab has of NumPy."""

from pylab import *
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def sample(n):
    found = zeros((n, 5))
    for i in range(n):
        v = randn(5)
        found[i] = v / sqrt((v**2).sum())
    return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.1 * hvd.size())
).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        dat = sample(32)
        sess.run(train_op, {x: dat})
