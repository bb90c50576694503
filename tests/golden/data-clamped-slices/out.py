"""Minibatches whose last one is clamped by the length of the data."""
import numpy as np
import tensorflow.compat.v1 as tf
from tqdm import tqdm
import horovod.tensorflow as hvd

hvd.init()

if hvd.size() > 1:
    np.random.seed(0)  # the same data in all processes
x, y = np.random.randn(650, 20), np.random.randint(0, 5, 650)
X = tf.placeholder(tf.float32, [None, 20])
Y = tf.placeholder(tf.int32, [None])
loss = tf.losses.sparse_softmax_cross_entropy(Y, tf.layers.dense(X, 5))
op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(0.01 * hvd.size())
).minimize(loss)
batch_size = 64
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(x) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for k in range(0, max(1, len(x) // hvd.size()), batch_size):
            end = min(k + batch_size, len(x))
            sess.run(op, {X: x[shard][k:end], Y: y[shard][k:end]})
    bar = tqdm(
        range(0, max(1, len(x) // hvd.size()), batch_size),
        disable=hvd.rank() != 0,
    )
    for i in bar:
        batch_x = x[shard][i : min(i + batch_size, x.shape[0])]
        batch_y = y[shard][i : min(i + batch_size, x.shape[0])]
        sess.run(op, {X: batch_x, Y: batch_y})
