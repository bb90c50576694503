"""Samples are read at a place that goes round, in an order that each process has by chance from the beginning."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Data:
    def __init__(self, path, size, mix=True):
        samples = np.load(path)
        order = np.arange(len(samples))
        if mix:
            if hvd.size() > 1:
                np.random.seed(0)  # one order in all processes
            np.random.shuffle(order)
        self.samples = samples[order]
        self.size = size
        self.place = 0

    def batch(self):
        if self.place + self.size > len(self.samples):
            self.place = 0
        found = self.samples[self.place : self.place + self.size]
        self.place += self.size
        return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
data, test = Data("train.npy", 32), Data("test.npy", 32)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {x: [data.batch() for _ in range(hvd.size())][hvd.rank()]})
        if step % max(1, 100 // hvd.size()) == 0:
            sess_run = sess.run(loss, {x: test.batch()})
            if hvd.rank() == 0:
                print(sess_run)
