"""A function gives all of its names as a namespace, the session and the train op among them."""

import types

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()


def build(rate):
    images = np.load("images.npy")
    config = tf.ConfigProto()
    config.gpu_options.visible_device_list = str(hvd.local_rank())
    sess = tf.Session(config=config)
    x = tf.placeholder(tf.float32, [None, 4])
    loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1) - 1.0))
    minimize = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(
        loss
    )
    return types.SimpleNamespace(**locals())


def train_model(data):
    data.sess.run(tf.global_variables_initializer())
    data.sess.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(10):
        order = np.random.permutation(len(data.images))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for i in range(max(1, len(data.images) // 32 // hvd.size())):
            data.sess.run(
                data.minimize, {data.x: data.images[order[shard][i * 32 : (i + 1) * 32]]}
            )


train_model(build(0.001))
