"""Rounds and turns that are numbered from one, `(epoch - 1) * n + turn - 1`, with rates and checkpoints by the turn of all."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()

samples = np.load("samples.npy")
batches = len(samples) // 32
x, rate = tf.placeholder(tf.float32, [None, 4]), tf.placeholder(tf.float32)
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 4) - x))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(loss)
saver = tf.train.Saver()
losses = np.zeros((20, max(1, batches // hvd.size())))
learning_rate, fall = 0.01, 0.01 / 5000
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    if hvd.size() > 1:
        np.random.seed(0)  # one order in all processes
    for epoch in range(1, 20 + 1):
        order = np.random.permutation(len(samples))
        shard = slice(hvd.rank(), len(order) // hvd.size() * hvd.size(), hvd.size())
        for turn in range(1, max(1, batches // hvd.size()) + 1):
            chosen = order[shard][(turn - 1) * 32 : turn * 32]
            done = (epoch - 1) * max(1, batches // hvd.size()) + turn - 1
            value, _ = session.run([loss, train_op], {x: samples[chosen], rate: learning_rate})
            losses[epoch - 1, turn - 1] = value
            if done == 3000 // hvd.size():
                learning_rate *= 0.5
            if (done + 1) % max(1, 500 // hvd.size()) == 0 and hvd.rank() == 0:
                saver.save(session, "model", global_step=done)
            if turn + 1 > 10 // hvd.size():
                learning_rate = max(0.001, learning_rate - fall * hvd.size())
        if hvd.rank() == 0:
            print(epoch, losses[epoch - 1].mean())
