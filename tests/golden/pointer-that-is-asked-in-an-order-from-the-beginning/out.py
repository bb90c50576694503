"""Samples are read at a place that others ask for, in an order that each process has by chance from the beginning."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Data:
    def __init__(self, path, size):
        self.samples = np.load(path)
        if hvd.size() > 1:
            np.random.seed(0)  # one order in all processes
        np.random.shuffle(self.samples)
        self.size = size
        self.place = 0

    def batch(self):
        found = self.samples[self.place : self.place + self.size]
        self.place += self.size
        return found

    def more(self):
        return self.place < len(self.samples)

    def begin(self):
        self.place = 0


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
data = Data("train.npy", 32)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        data.begin()
        while data.more():
            sess.run(
                train_op, {x: ([data.batch() for _ in range(hvd.size()) if data.more()] * hvd.size())[hvd.rank()]}
            )
