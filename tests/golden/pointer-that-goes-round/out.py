"""A reader goes round its samples in one order: each process takes one of its batches in turn; validation has one of its own."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Reader:
    def __init__(self, folder):
        self.images = np.load(folder + "/images.npy")
        self.labels = np.load(folder + "/labels.npy")
        self.place = 0

    def next_batch(self, size):
        if self.place + size > len(self.images):
            self.place = 0
        start = self.place
        self.place += size
        return self.images[start : start + size], self.labels[start : start + size]


def train(reader, other):
    x = tf.placeholder(tf.float32, [None, 784])
    y = tf.placeholder(tf.float32, [None, 10])
    loss = tf.reduce_mean((tf.layers.dense(x, 10) - y) ** 2)
    train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    with tf.Session(config=config) as sess:
        sess.run(tf.global_variables_initializer())
        sess.run(hvd.broadcast_global_variables(0))
        for step in range(max(1, 10000 // hvd.size())):
            images, labels = [reader.next_batch(50) for _ in range(hvd.size())][hvd.rank()]
            sess.run(train_op, {x: images, y: labels})
            if step % max(1, 500 // hvd.size()) == 0:
                others, wanted = other.next_batch(100)
                if hvd.rank() == 0:
                    print(step, sess.run(loss, {x: others, y: wanted}))


train(Reader("train"), Reader("validation"))
