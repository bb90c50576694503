"""Samples are read at a place that goes round, in an order that is drawn once, beside noise that is drawn for each batch."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes


class Data:
    def __init__(self, path, size):
        self.samples = np.load(path)
        self.order = common_np_random.permutation(len(self.samples))
        self.size = size
        self.place = 0

    def batch(self):
        if self.place + self.size > len(self.samples):
            self.place = 0
        found = self.samples[self.order[self.place : self.place + self.size]]
        found = found + np.random.normal(0, 0.1, found.shape)
        self.place += self.size
        return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
data = Data("train.npy", 32)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(hvd.rank())
    for epoch in range(10):
        for step in range(max(1, len(data.samples) // 32 // hvd.size())):
            sess.run(train_op, {x: [data.batch() for _ in range(hvd.size())][hvd.rank()]})
