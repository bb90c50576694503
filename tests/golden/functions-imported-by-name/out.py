"""Functions of NumPy that are imported by their names: orders that each process draws, and an array of losses for each turn."""

import tensorflow as tf
from numpy import load, minimum, zeros
from numpy.random import shuffle
import horovod.tensorflow as hvd

hvd.init()


class Data:
    def __init__(self, path):
        self.samples = list(load(path))
        self.place = 0
        shuffle(self.samples)

    def batch(self, size):
        if self.place + size > len(self.samples):
            self.place = 0
            shuffle(self.samples)
        found = self.samples[self.place : self.place + size]
        self.place += size
        return found


x = tf.placeholder(tf.float32, [None, 5])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
data, samples = Data("train.npy"), load("others.npy")
epochs, steps = 10, 500
shape = (epochs, max(1, steps // hvd.size()))
losses = zeros(shape)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for epoch in range(epochs):
        for step in range(max(1, steps // hvd.size())):
            losses[epoch, step], _ = sess.run([loss, train_op], {x: data.batch(32)})
        if hvd.rank() == 0:
            print(epoch, losses[epoch].mean())
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for start in range(0, max(1, len(samples) // hvd.size()), 32):
        end = minimum(start + 32, len(samples))
        sess.run(train_op, {x: samples[shard][start:end]})
