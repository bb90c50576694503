"""A train op in the list of updates that TensorFlow gives, of which all are made one."""

import numpy as np
import tensorflow as tf
import horovod.tensorflow as hvd

hvd.init()

x = tf.placeholder(tf.float32, [None, 3])
loss = tf.reduce_mean(tf.square(tf.layers.dense(x, 1)))
optimizer = tf.train.AdamOptimizer(0.1 * hvd.size())
optimizer = hvd.DistributedOptimizer(optimizer)
gradients = optimizer.compute_gradients(loss)
updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS)
updates.append(optimizer.apply_gradients(gradients))
train_op = tf.group(*updates)
data = np.load("samples.npy")
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for step in range(max(1, 1000 // hvd.size())):
        sess.run(train_op, {x: data[np.random.choice(100, 32)]})
