"""A variable is given other values by chance after it is initialised: they are broadcast, not the first ones."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = np.load("x.npy")
inputs = tf.placeholder(tf.float32, [None, 5])
weights = tf.Variable(tf.zeros([5, 1]))
loss = tf.reduce_mean(tf.square(tf.matmul(inputs, weights) - 1.0))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(loss)
redraw = weights.assign(tf.random_normal([5, 1]))
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(redraw)
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {inputs: x[np.random.choice(len(x), 32)]})
