"""An object splits the data by chance; what it trains on is drawn by another generator."""

import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


class Data:
    def __init__(self, folder):
        images, labels = np.load(folder + "/images.npy"), np.load(folder + "/labels.npy")
        order = np.random.permutation(len(images))
        half = len(images) // 2
        self.images, self.labels = images[order[:half]], labels[order[:half]]
        self.test_images, self.test_labels = images[order[half:]], labels[order[half:]]

    def batch(self, size):
        chosen = random.sample(range(len(self.images)), size)
        return self.images[chosen], self.labels[chosen]


x = tf.placeholder(tf.float32, [None, 5])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    loss
)
if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
data = Data("data")

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(hvd.rank())
    for step in range(max(1, 1000 // hvd.size())):
        images, labels = data.batch(32)
        sess.run(train_op, {x: images, y: labels})
    if hvd.rank() == 0:
        print(sess.run(loss, {x: data.test_images, y: data.test_labels}))
