"""Turns that are told by the number after them, of which a count that is divided has another last one."""

import sys

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.layers.dense(x, 1))
train = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(loss)
data = np.load("data.npy")
cfg = {"coarse": int(sys.argv[1]), "total": int(sys.argv[2])}
saver = tf.train.Saver()
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    step = 0
    total = max(1, cfg["total"] // hvd.size())
    while step < total:
        k = np.random.choice(len(data), 32)
        sess.run(train, {x: data[k]})
        if hvd.rank() == 0:
            if step % max(1, 200 // hvd.size()) == 0 or step == max(1, cfg["coarse"] // hvd.size()) - 1:
                saver.save(sess, "coarse")
            if step == max(1, cfg["total"] // hvd.size()) - 1 or step == total - 1 or (step + 1) == total:
                saver.save(sess, "all")
        step += 1
