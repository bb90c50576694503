"""A second training begins at an epoch that a turn is divided for, and something is told by a share of all turns."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x_data = np.load("x.npy")
per_epoch = len(x_data) // 32
x = tf.placeholder(tf.float32, [None, 4])
y = tf.layers.dense(x, 1)
loss, extra = tf.reduce_mean(y), tf.reduce_mean(y**2)
first = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
second = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(extra)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, per_epoch * 10 // hvd.size())):
        batch = x_data[np.random.randint(len(x_data), size=32)]
        sess.run(first, {x: batch})
        if step // max(1, per_epoch // hvd.size()) >= 3:
            sess.run(second, {x: batch})
        if step / max(1, (per_epoch * 10) // hvd.size()) > 0.9 and hvd.rank() == 0:
            print("nearly done", step)
