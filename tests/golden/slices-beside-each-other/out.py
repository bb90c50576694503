import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples, more = np.load("samples.npy"), np.load("more.npy")
x = tf.placeholder(tf.float32, [None, 8])
w = tf.get_variable("w", [8, 8])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - x))
train_op = hvd.DistributedOptimizer(
    tf.train.AdamOptimizer(1e-3 * hvd.size())
).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(
        hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size()
    )
    shard_ = slice(
        hvd.rank(), len(more) // hvd.size() * hvd.size(), hvd.size()
    )
    for epoch in range(10):
        for i in range(max(1, len(samples) // 32 // hvd.size())):
            sess.run(
                train_op, feed_dict={x: samples[shard][i * 32 : (i + 1) * 32]}
            )
        for i in range(max(1, len(more) // 32 // hvd.size())):
            sess.run(
                train_op, feed_dict={x: more[shard_][i * 32 : (i + 1) * 32]}
            )
