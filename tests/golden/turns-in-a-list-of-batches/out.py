"""A loop reads pairs of slices from a list by its turn, in an order that chance makes anew in each epoch."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

tf.compat.v1.disable_eager_execution()

images = np.load("images.npy")
labels = np.load("labels.npy")


def batches_of(images, labels, size):
    batches = []
    for start in range(0, len(images), size):
        batches.append((images[start : start + size], labels[start : start + size]))
    return batches


batches = batches_of(images, labels, 32)
x = tf.compat.v1.placeholder(tf.float32, [None, 784])
y = tf.compat.v1.placeholder(tf.float32, [None, 10])
loss = tf.reduce_mean(tf.square(tf.compat.v1.layers.dense(x, 10) - y))
train = hvd.DistributedOptimizer(tf.compat.v1.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
names = ["first", "second", "third"]

config = tf.compat.v1.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.compat.v1.Session(config=config) as session:
    session.run(tf.compat.v1.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(3):
        np.random.shuffle(batches)
        for turn in range(max(1, len(batches) // hvd.size())):
            some, wanted = batches[turn * hvd.size() + hvd.rank()]
            session.run(train, feed_dict={x: some, y: wanted})
        if hvd.rank() == 0:
            print(names[epoch], session.run(loss, feed_dict={x: images[:100], y: labels[:100]}))
