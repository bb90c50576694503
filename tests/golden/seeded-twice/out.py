"""A script that seeds twice: the seed that was set last is the one that each process gets its own of."""

import time

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

np.random.seed(int(time.time()))
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
samples = np.load("samples.npy")
held_out = samples[np.random.permutation(len(samples))[:100]]
np.random.seed(1234)
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(1234 + hvd.rank())
    for step in range(max(1, 10000 // hvd.size())):
        sess.run(train_op, {x: samples[np.random.choice(len(samples), 32)]})
    if hvd.rank() == 0:
        print(sess.run(loss, {x: held_out}))
