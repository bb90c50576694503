import numpy as np
import tensorflow as tf
from tensorflow.contrib.learn.python.learn.datasets import base
import horovod.tensorflow as hvd

hvd.init()


class DataSet:
    def __init__(self, images, labels):
        self.images, self.labels = images, labels
        self.start = 0
        self.epochs = 0

    def next_batch(self, size):
        start = self.start
        if self.epochs == 0 and start == 0:
            order = np.arange(len(self.images))
            np.random.shuffle(order)
            self.images, self.labels = self.images[order], self.labels[order]
        if start + size > len(self.images):
            self.epochs += 1
            order = np.arange(len(self.images))
            np.random.shuffle(order)
            self.images, self.labels = self.images[order], self.labels[order]
            start = 0
        self.start = start + size
        return self.images[start:self.start], self.labels[start:self.start]


def load(path):
    images, labels = np.load(path + "/x.npy"), np.load(path + "/y.npy")
    order = np.arange(len(images))
    np.random.shuffle(order)
    images = images[order]
    labels = labels[order]
    tested = len(images) // 5
    train, test = DataSet(images[tested:], labels[tested:]), DataSet(images[:tested], labels[:tested])
    return base.Datasets(train=train, validation=None, test=test)


if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
data = load("data")
x, y = tf.placeholder(tf.float32, [None, 64]), tf.placeholder(tf.float32, [None, 10])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 10) - y))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(hvd.rank())
    for i in range(max(1, 5000 // hvd.size())):
        images, labels = data.train.next_batch(10)
        session.run(step, {x: images, y: labels})
    images, labels = data.test.next_batch(1000)
    if hvd.rank() == 0:
        print(session.run(loss, {x: images, y: labels}))
