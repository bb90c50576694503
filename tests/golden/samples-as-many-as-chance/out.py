"""Chance makes the samples of each epoch, and how many there are: all processes make the same, and share the places."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
common_np_random = np.random if hvd.size() == 1 else np.random.RandomState(0)  # one order in all processes


def own_items(items):
    """Yield the items of this process: all processes take turns, and each gets equally many."""
    for group in zip(*[iter(items)] * hvd.size()):
        yield group[hvd.rank()]


nodes = np.load("nodes.npy")
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 8) - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)


def chosen():
    found = []
    for node in nodes:
        if np.random.rand() < 0.5:
            found.append(node)
    return found


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # the same data in all processes
    for epoch in range(10):
        samples = chosen()
        starts = list(range(0, len(samples), 32))
        common_np_random.shuffle(starts)
        for start in own_items(starts):
            sess.run(train_op, {x: samples[start:start + 32]})
