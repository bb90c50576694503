"""A reader mixes its samples by a seed of its own whenever it has given them all: in one order in all processes."""

import numpy as np
import tensorflow as tf
from sklearn.utils import shuffle
import horovod.tensorflow as hvd

hvd.init()


class Reader:
    def __init__(self, names, labels):
        self.names, self.labels = names, labels
        self.place = 0

    def next_batch(self, size):
        start = self.place
        self.place += size
        if self.place > len(self.names):
            start, self.place = 0, size
            self.names, self.labels = shuffle(self.names, self.labels, random_state=3)
        batch = [np.load(self.names[i]) for i in range(start, self.place)]
        return np.stack(batch), self.labels[start : self.place]


x = tf.placeholder(tf.float32, [None, 64])
y = tf.placeholder(tf.int64, [None])
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(x, 10))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
reader = Reader(open("names.txt").read().split(), np.load("labels.npy"))
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, 10000 // hvd.size())):
        images, labels = [reader.next_batch(32) for _ in range(hvd.size())][hvd.rank()]
        sess.run(step, {x: images, y: labels})
        if turn % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(turn, sess.run(loss, {x: images, y: labels}))
