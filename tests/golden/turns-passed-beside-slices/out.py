"""What a function gives for a turn belongs to what the loop itself takes in that turn, by a slice or at places."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH = 32
samples, targets = np.load("x.npy"), np.load("y.npy")


def taken(turn, size):
    start, end = turn * size, (turn + 1) * size
    if end > len(samples):
        end = len(samples)
    return samples[start:end]


x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for turn in range(max(1, len(samples) // BATCH // hvd.size())):
        wanted = targets[
            np.arange((turn * hvd.size() + hvd.rank()) * BATCH, (turn * hvd.size() + hvd.rank() + 1) * BATCH)
        ]
        session.run(train, {x: taken(turn * hvd.size() + hvd.rank(), BATCH), y: wanted})
    for turn in range(max(1, len(samples) // BATCH // hvd.size())):
        wanted = targets[(turn * hvd.size() + hvd.rank()) * BATCH : (turn * hvd.size() + hvd.rank() + 1) * BATCH]
        session.run(train, {x: taken(turn * hvd.size() + hvd.rank(), BATCH), y: wanted})
