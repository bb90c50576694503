"""Sums, counts and places that assignments renew: `total = total + loss` is `total += loss`."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

samples = np.load("samples.npy")
batches = max(1, len(samples) // 32 // hvd.size())
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1) ** 2)
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    step = 0
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        total, low = 0.0, 0
        for i in range(batches):
            value, _ = sess.run([loss, train_op], {x: samples[shard][i * 32 : (i + 1) * 32]})
            total = total + value / batches
            if value < 0.1:
                low = 1 + low
        if hvd.rank() == 0:
            print("epoch", epoch, "mean", total, "low", low / batches)
    while step < max(1, 5000 // hvd.size()):
        step = step + 1
        _, value = sess.run([train_op, loss], {x: samples[np.random.randint(0, len(samples), 32)]})
        total = value + total
        if step % max(1, 100 // hvd.size()) == 0:
            if hvd.rank() == 0:
                print("step", step, "mean", total / max(1, 100 // hvd.size()))
            total = 0.0
