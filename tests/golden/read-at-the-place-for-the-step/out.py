"""Other samples are read at the place at times, and the step behind that trains on them: both are divided."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

samples, others = np.load("samples.npy"), np.load("others.npy")
shown = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.square(tf.layers.dense(shown, 8) - shown))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    size = 32
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        turn = 0
        while (turn + 1) * size < max(1, samples.shape[0] // hvd.size()):
            batch = samples[shard][turn * size : (turn + 1) * size, :]
            if turn % 10 == 0:
                batch = others[shard][turn * size : (turn + 1) * size, :]
            session.run(step, {shown: batch})
            turn += 1
