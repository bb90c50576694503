"""Options that a function computes, by `*` as well, are not seen to have the rate of an optimizer."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

x, y = np.load("x.npy"), np.load("y.npy")
shown, wanted = tf.placeholder(tf.float32, [None, 8]), tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 1) - wanted))


def optimizer(*numbers, **options):
    return hvd.DistributedOptimizer(tf.train.MomentumOptimizer(*numbers, **options))


step = optimizer(0.1, momentum=0.9).minimize(loss)
other = optimizer(momentum=0.9, learning_rate=0.01).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 1000 // hvd.size())):
        chosen = np.random.choice(len(x), 32)
        session.run(step if turn % 2 else other, {shown: x[chosen], wanted: y[chosen]})
