"""The loss of an epoch is summed over its batches by their lengths, and divided by the number of samples."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

SIZE = 64
samples, targets = np.load("x.npy"), np.load("y.npy")
count = len(samples)
x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        total = 0
        for start in range(0, max(1, count // hvd.size()), SIZE):
            given, wanted = samples[shard][start : start + SIZE], targets[shard][start : start + SIZE]
            _, value = session.run([train, loss], {x: given, y: wanted})
            total += value * len(given)
        total /= max(1, count // hvd.size())
        if hvd.rank() == 0:
            print("mean loss", total)
