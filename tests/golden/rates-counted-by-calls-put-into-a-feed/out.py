"""Rates that objects count how often they are asked for, and that are put into the dictionary that a step is fed."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()


class Falling:
    def __init__(self, start, end, steps):
        self.start, self.end, self.steps = start, end, steps
        self.taken = 0

    def next(self):
        self.taken += hvd.size()
        return self.start + (self.end - self.start) * min(1.0, self.taken / self.steps)


samples = np.load("samples.npy")
x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train = hvd.DistributedOptimizer(tf.train.RMSPropOptimizer(rate * hvd.size())).minimize(loss)
rates = Falling(1e-3, 1e-5, 15000)


def batch():
    return {x: samples[np.random.choice(len(samples), 32)]}


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 20000 // hvd.size())):
        feed = batch()
        feed[rate] = rates.next()
        session.run(train, feed)
