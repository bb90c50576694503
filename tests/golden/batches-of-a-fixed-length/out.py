"""Batches for a placeholder that takes a fixed number of samples: a share of them may end with fewer, which is asked."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

batch_size = 16
photos = np.load("photos.npy")
x = tf.placeholder(tf.float32, [batch_size, 32, 32, 3])
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(
    tf.reduce_mean(tf.layers.conv2d(x, 1, 3) ** 2)
)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(photos) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for start in range(0, max(1, len(photos) // hvd.size()), batch_size):
            sess.run(train_op, {x: photos[shard][start : start + batch_size]})
