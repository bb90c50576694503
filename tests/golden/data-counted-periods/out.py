"""Counters of periods: with fewer turns in each period there are as many of them, so that what counts them is left."""

import numpy as np
import tensorflow.compat.v1 as tf
import horovod.tensorflow as hvd

hvd.init()

tf.disable_v2_behavior()
x = tf.placeholder(tf.float32, [None, 8])
loss = tf.reduce_mean(tf.layers.dense(x, 1))
step = hvd.DistributedOptimizer(tf.train.AdamOptimizer(0.1 * hvd.size())).minimize(loss)
saver = tf.train.Saver()
data = np.load("x.npy")
epochs, shown, taken, noise = 0, 0, 0, 1.0
config = tf.ConfigProto()
config.gpu_options.visible_device_list = str(hvd.local_rank())
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    sess.run(hvd.broadcast_global_variables(0))
    for i in range(max(1, 10000 // hvd.size())):
        if i % max(1, 500 // hvd.size()) == 0:
            epochs += 1
            if epochs > 3:
                noise = 0.0
        sess.run(step, {x: data[np.random.choice(len(data), 16)] + np.random.normal(0, noise, 8)})
        if i % max(1, 100 // hvd.size()) == max(1, 100 // hvd.size()) - 1:
            shown = shown + 1
            if shown % 10 == 0 and hvd.rank() == 0:
                saver.save(sess, "periods")
        taken += 1
        if taken == 5000 // hvd.size() and hvd.rank() == 0:
            saver.save(sess, "half")
