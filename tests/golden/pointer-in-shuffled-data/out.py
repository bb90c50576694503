"""Samples are read at a place that goes on, in an order that each process has by chance, from the beginning and after each pass."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Data:
    def __init__(self, path):
        self.samples = list(np.load(path))
        self.place = 0
        np.random.shuffle(self.samples)

    def batch(self, size):
        if self.place + size > len(self.samples):
            self.place = 0
            np.random.shuffle(self.samples)
        found = self.samples[self.place : self.place + size]
        self.place += size
        return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
data, test = Data("train.npy"), Data("test.npy")

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {x: data.batch(32)})
        if step % max(1, 100 // hvd.size()) == 0:
            sess_run = sess.run(loss, {x: test.batch(32)})
            if hvd.rank() == 0:
                print(sess_run)
