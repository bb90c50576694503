"""A function that a train op of tf.contrib is given computes the rate by the step, by a schedule that counts steps."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = np.load("x.npy")
inputs = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(inputs, 1)))
global_step = tf.train.get_or_create_global_step()


def staircase(at_step, rate):
    def _decay(lr, step):
        return tf.train.exponential_decay(lr, step, at_step / hvd.size(), rate, staircase=True)
    return _decay


train_op = tf.contrib.layers.optimize_loss(
    loss, global_step, 0.01, lambda lr: hvd.DistributedOptimizer(tf.train.MomentumOptimizer(lr * hvd.size(), 0.9)),
    learning_rate_decay_fn=staircase(1000, 0.1))
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        sess.run(train_op, {inputs: x[np.random.choice(len(x), 32)]})
