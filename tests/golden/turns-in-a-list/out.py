"""Rates that change at turns which stand in lists and dictionaries, and turns that choose samples, which stay."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 4])
rate = tf.placeholder(tf.float32, [])
out = tf.layers.dense(x, 1)
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(rate * hvd.size())).minimize(tf.reduce_mean(out))
data = np.load("data.npy")
left_out = [3, 5]
milestones = [40000, 80000]
warmed_up = {500 // hvd.size(): 0.2, 2000 // hvd.size(): 0.3}
learning_rate = 0.1
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 100000 // hvd.size())):
        batch = data[np.random.choice(len(data), 32)]
        if step in [turn // hvd.size() for turn in milestones]:
            learning_rate *= 0.1
        if step in warmed_up:
            learning_rate = warmed_up[step]
        if step in [turn // hvd.size() for turn in (1000, 10000)] and hvd.rank() == 0:
            saver.save(sess, "model", global_step=step)
        if step not in left_out:
            sess.run(train, {x: batch, rate: learning_rate})
