"""The numbers of the turns are listed and shuffled, and a function gives the batch of each."""

import random

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

BATCH = 32
samples, targets = np.load("x.npy"), np.load("y.npy")


def taken(turn):
    return samples[turn * BATCH : (turn + 1) * BATCH], targets[turn * BATCH : (turn + 1) * BATCH]


x = tf.placeholder(tf.float32, [None, 4])
y = tf.placeholder(tf.float32, [None, 1])
loss = tf.reduce_mean((tf.layers.dense(x, 1) - y) ** 2)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
random.seed(3)
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    for epoch in range(10):
        turns = [turn for turn in range(len(samples) // BATCH)]
        random.shuffle(turns)
        shard = slice(hvd.rank(), len(turns) // hvd.size() * hvd.size(), hvd.size())
        for turn in turns[shard]:
            given, wanted = taken(turn)
            session.run(train, {x: given, y: wanted})
