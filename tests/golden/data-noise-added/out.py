"""Noise is added to each batch before the session gets it: what a loop computes anew is no counter of it."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_eager_execution()
images = np.load("images.npy")
noisy = tf.placeholder(tf.float32, [None, 8])
clean = tf.placeholder(tf.float32, [None, 8])
loss = tf.losses.mean_squared_error(clean, tf.layers.dense(noisy, 8))
train_op = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.01 * hvd.size())).minimize(loss)
turns = max(1, len(images) // 32 // hvd.size())
total = 0.0

config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    shard = slice(hvd.rank(), len(images) // hvd.size() * hvd.size(), hvd.size())
    for i in range(turns):
        batch = images[shard][i * 32 : (i + 1) * 32]
        blurred = np.copy(batch)
        blurred += np.random.normal(size=(32, 8))
        shown, _ = sess.run([loss, train_op], feed_dict={noisy: blurred, clean: batch})
        total += shown
    if hvd.rank() == 0:
        print(total / turns)
