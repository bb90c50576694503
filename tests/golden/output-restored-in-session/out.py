"""Weights are saved and restored in one session: every process has the variables, and rank 0 sends what it restores."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

features, targets = np.load("features.npy"), np.load("targets.npy")
inputs = tf.placeholder(tf.float32, [None, 8])
wanted = tf.placeholder(tf.float32, [None, 1])
weights = tf.Variable(tf.random_normal([8, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(inputs, weights) - wanted))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
saver = tf.train.Saver()

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as session:
    session.run(tf.global_variables_initializer())
    session.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(features) // hvd.size() * hvd.size(), hvd.size())
    for epoch in range(20):
        for start in range(0, max(1, len(features) // hvd.size()), 50):
            end = start + 50
            session.run(step, feed_dict={inputs: features[shard][start:end], wanted: targets[shard][start:end]})
    if hvd.rank() == 0:
        saver.save(session, "weights/last")
        saver.restore(session, "weights/last")
    session.run(hvd.broadcast_global_variables(0))
    if hvd.rank() == 0:
        print("loss of what was saved:", session.run(loss, feed_dict={inputs: features, wanted: targets}))
