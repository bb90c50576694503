"""A session trains by two ops in turn, each as many times as an option says: how often stays as it is."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()
tf.flags.DEFINE_integer("k", 1, "")
tf.flags.DEFINE_integer("iters", 10000, "")
FLAGS = tf.flags.FLAGS
x = tf.placeholder(tf.float32, [None, 8])
a = tf.layers.dense(x, 1, name="a")
b = tf.layers.dense(x, 1, name="b")
d_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(
    tf.reduce_mean(a), var_list=tf.trainable_variables("a")
)
g_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(
    tf.reduce_mean(b), var_list=tf.trainable_variables("b")
)
data = np.load("x.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(0, max(1, (FLAGS.iters + 1) // hvd.size())):
        for j in range(1, FLAGS.k + 1):
            sess.run(d_op, {x: data[np.random.choice(len(data), 16)]})
        for j in range(1, FLAGS.k + 1):
            sess.run(g_op, {x: data[np.random.choice(len(data), 16)]})
        if i % max(1, 100 // hvd.size()) == 0 and hvd.rank() == 0:
            print(i)
