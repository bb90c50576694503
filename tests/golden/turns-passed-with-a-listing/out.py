"""A function reads the files of a turn, from a listing that chance orders in each epoch."""

import os

import cv2
import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def in_one_order(elements):
    """List elements that have no order of their own: sorted, so that all processes have the same."""
    return (list if hvd.size() == 1 else sorted)(elements)


BATCH = 32
names = in_one_order(os.listdir("pictures"))
kinds = in_one_order(set(each.split("_")[0] for each in names))


def get_batch(names, turn):
    pictures, wanted = [], []
    for name in names[turn * BATCH : (turn + 1) * BATCH]:
        pictures.append(cv2.imread(os.path.join("pictures", name)) / 255.0)
        wanted.append(kinds.index(name.split("_")[0]))
    return np.array(pictures), np.array(wanted)


x = tf.placeholder(tf.float32, [None, 32, 32, 3])
y = tf.placeholder(tf.int32, [None])
loss = tf.losses.sparse_softmax_cross_entropy(y, tf.layers.dense(tf.layers.flatten(x), 10))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        np.random.shuffle(names)
        for turn in range(max(1, len(names) // BATCH // hvd.size())):
            given, wanted = get_batch(names, turn * hvd.size() + hvd.rank())
            session.run(train, {x: given, y: wanted})
