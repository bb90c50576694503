"""Several sums are kept in one list, and divided by the number of batches."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

images = np.load("images.npy")
x = tf.placeholder(tf.float32, [None, 5])
penalty = tf.reduce_mean(tf.square(x))
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1))) + penalty
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(loss)


def train(sess, batches):
    shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        sums = [0.0, 0.0]
        for i in range(max(1, batches // hvd.size())):
            values = sess.run(
                [loss, penalty, train_op], {x: images[shard][i * 32 : (i + 1) * 32]}
            )
            sums[0] += values[0]
            sums[1] += values[1]
        if hvd.rank() == 0:
            print(
                sums[0] / max(1, batches // hvd.size()),
                sums[1] / max(1, batches // hvd.size()),
            )
        sums = [1.0, 0.0]
        if hvd.rank() == 0:
            print(sums[0] / batches)


config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    train(sess, len(images) // 32)
