"""Which of several train ops a step runs is told by its number, which is the same in all processes."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

updates = []
x = tf.placeholder(tf.float32, [None, 8])
optimizer = tf.train.AdamOptimizer(0.01 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
for width in (10, 20):
    updates.append(optimizer.minimize(tf.reduce_mean(tf.square(tf.layers.dense(x, width)))))

samples = np.load("samples.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 10000 // hvd.size())):
        k = step % 2
        chosen = np.random.randint(0, len(samples), 32)
        sess.run(updates[k], {x: samples[chosen]})
