"""A graph that is fed with slices of arrays."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()

points = np.arange(45, dtype="float32").reshape(-1, 1) / 45
values = points * 3 - 1

x = tf.placeholder(tf.float32, [None, 1])
y = tf.placeholder(tf.float32, [None, 1])
weight = tf.get_variable("weight", [1, 1])
bias = tf.get_variable("bias", [1], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(tf.matmul(x, weight) + bias - y))
train_op = hvd.DistributedOptimizer(tf.train.GradientDescentOptimizer(0.1 * hvd.size())).minimize(loss)

BATCH = 4
batches = len(points) // BATCH

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(points) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(3):
        for i in range(max(1, batches // hvd.size())):
            start = i * BATCH
            _, value = sess.run(
                [train_op, loss], feed_dict={x: points[shard][start:start + BATCH], y: values[shard][start:start + BATCH]}
            )
    for point, wanted in zip(points[shard], values[shard]):
        sess.run(train_op, {x: [point], y: [wanted]})
    final = sess.run(loss, feed_dict={x: points, y: values})
    if hvd.rank() == 0:
        print("loss", final)
