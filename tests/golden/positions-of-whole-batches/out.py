"""Loops over positions that end where no whole batch is left: a process takes the whole batches of its own samples."""
import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
SIZE = 50
x = tf.placeholder(tf.float32, [SIZE, 10])
y = tf.placeholder(tf.float32, [SIZE, 1])
loss = tf.losses.mean_squared_error(y, tf.layers.dense(x, 1))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.001 * hvd.size())).minimize(loss)
samples, labels = np.load("samples.npy"), np.load("labels.npy")
n = len(samples)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(samples) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(10):
        for i in range(0, max(1, n // hvd.size()) - SIZE + 1, SIZE):
            session.run(train_op, {x: samples[shard][i:i + SIZE], y: labels[shard][i:i + SIZE]})
        for i in range(0, max(1, len(samples) // hvd.size()) - (SIZE - 1), SIZE):
            session.run(train_op, {x: samples[shard][i:i + SIZE], y: labels[shard][i:i + SIZE]})
        for i in range(0, max(1, n // hvd.size()) + 1 - SIZE, SIZE):
            session.run(train_op, {x: samples[shard][i:i + SIZE], y: labels[shard][i:i + SIZE]})
        for i in range(0, max(1, n // hvd.size()) - 49, 50):
            session.run(train_op, {x: samples[shard][i:i + 50], y: labels[shard][i:i + 50]})
        i = 0
        while i < max(1, n // hvd.size()) - SIZE + 1:
            session.run(train_op, {x: samples[shard][i:i + SIZE], y: labels[shard][i:i + SIZE]})
            i += SIZE
